// How long cspuz_core takes for the addresses on standard input: a line of processor seconds and verdict for each.
// Copy it to cspuz_solver_backend/src/bin of a checkout of cspuz_core and say
// `cargo build --release -p cspuz_solver_backend --bin cspuz_timer`; DEDUCE_CSPUZ is the program that makes.

use cspuz_solver_backend::{decode_and_solve, Uniqueness};
use std::io::{self, BufRead, Write};

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// Processor seconds of this process so far.
fn now() -> f64 {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe {
        clock_gettime(2, &mut time);
    }
    time.seconds as f64 + time.nanoseconds as f64 * 1e-9
}

fn main() {
    for line in io::stdin().lock().lines() {
        let address = line.unwrap();
        let start = now();
        let answer = decode_and_solve(address.trim().as_bytes());
        let spent = now() - start;
        let verdict = match answer {
            Ok(board) => match board.uniqueness {
                Uniqueness::NoAnswer => "none".to_string(),
                Uniqueness::Unique => "unique".to_string(),
                Uniqueness::NonUnique => "several".to_string(),
                _ => "solved".to_string(),
            },
            Err(why) => format!("refused {}", why),
        };
        println!("{:.6} {}", spent, verdict);
        io::stdout().flush().unwrap();
    }
}
