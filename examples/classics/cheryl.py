"""Cheryl's birthday: which dates each remark leaves."""

from deduce_models.classics import cheryl

REMARKS = [
    "Cheryl names ten dates; she tells Albert the month and Bernard the day.",
    "Albert: I do not know when it is, but I know that Bernard does not know either.",
    "Bernard: at first I did not know, but I know now.",
    "Albert: then I also know.",
]

situations, month, day = cheryl.conversation()
for remark, minds in zip(REMARKS, situations, strict=True):
    dates = ", ".join(f"{world[month]} {world[day]}" for world in minds.worlds)
    print(f"{remark}\n  possible: {dates}")
