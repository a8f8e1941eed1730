"""Random games of all options as digests: python dump.py GAMES FIRST VIEWS_EVERY"""
import hashlib, json, random, sys
from deduce.games import CHANCE
from deduce.games.registry import game
G=game("entracte")
OPTIONS=G.options
FIELDS="seat actor turn code hand hand_sizes deck_size row played tokens log exchanged declared piles codes guesses scores moves".split()
RARE={"stop":0.06,"declare":0.15,"exchange":0.3}
def options_of(rng, players):
    found={k: rng.choice(v.allowed) for k,v in OPTIONS.items() if rng.random()<0.5}
    if found.get("first",1)>players: found["first"]=1
    if rng.random()<0.9:
        for slow in ("days","ages"): found.pop(slow,None)
    return found
def told(v):
    out={}
    for f in FIELDS:
        x=getattr(v,f)
        if f in("moves",): x=[str(m) for m in x]
        elif f=="guesses": x=[[str(m) for m in row] for row in x]
        elif f=="log":
            x=[[w,m.kind.name,m.item,m.seat,m.text] for w,m in x]
            k=sum(e[1]=="CODE" for e in x); x=sorted(x[:k])+x[k:]
        elif f=="actor": x=str(x)
        out[f]=x
    return out
def main(count, first, every, show=None):
    for seed in range(first, first+count):
        rng=random.Random(seed); players=rng.randint(2,4); chosen=options_of(rng,players)
        s=G.new(players=players,**chosen); h=hashlib.md5(); n=0
        looks=random.Random(seed+1)
        while True:
            if s.actor is CHANCE: row=[(str(m),round(p,12)) for m,p in s.outcomes()]
            else: row=[str(m) for m in s.moves()]
            step=[str(s.actor), row, s.scores]
            if every and (s.actor is None or looks.random()<every) :
                step.append([told(s.view(k)) for k in range(players+1)])
                step.append(str(s.view(1)))
            text=json.dumps(step,sort_keys=True,default=str); h.update(text.encode())
            if show: print(n,text)
            if s.actor is None: break
            if s.actor is CHANCE: m=rng.choice(sorted(x for x,_ in row))
            else:
                rows=sorted(row); m=rng.choices(rows,[RARE.get(x,1) for x in rows])[0]
            s=s.play(next(x for x in (s.moves() if s.actor is not CHANCE else [y for y,_ in s.outcomes()]) if str(x)==m)); n+=1
        print(seed,n,h.hexdigest(),flush=True)
main(int(sys.argv[1]),int(sys.argv[2]),float(sys.argv[3]),len(sys.argv)>4)
