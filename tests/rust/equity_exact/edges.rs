//! The most that can be counted, and counts that are stopped.

use std::num::NonZeroUsize;

use stud8::equity::{Common, Exact, ExactError, POT};

use super::question::{Question, fastest, units};

/// Seven million hands against two hundred thousand: a lane holds more than 16 bits.
#[test]
fn a_door_card() {
    let tally = Question::new("As Ac 2d v Ks").count();
    assert_eq!(tally.total(), 7_059_052 * 194_580);
    assert_eq!(units(&tally, 0) + units(&tally, 1), tally.total() * u128::from(POT));
}

#[test]
fn a_count_that_is_stopped_has_no_result() {
    let exact = Exact::new(&Question::new("8s 6h 5c v As 3h 4c").spot()).unwrap();
    for threads in 1..=3 {
        let threads = NonZeroUsize::new(threads);
        assert_eq!(exact.count(fastest(), threads, |_| true), Err(ExactError::Stopped));
        assert_eq!(exact.count(fastest(), threads, |answered| answered > 100_000), Err(ExactError::Stopped));
        assert!(exact.count(fastest(), threads, |answered| u128::from(answered) > exact.queries()).is_ok());
    }
    let exact = Exact::by_next_card(&Question::new("8s 6h 5c v As 3h 4c").spot()).unwrap();
    assert_eq!(exact.count_by_next_card(fastest(), 0, None, |_| true), Err(ExactError::Stopped));
}

#[test]
fn more_than_can_be_counted_is_an_error() {
    let random = Question { common: Common::ToCome, ..Question::new(" v  v  v  v  v  v  v ") };
    assert_eq!(Exact::new(&random.spot()).err(), Some(ExactError::TooGreat));
    let heavy = "As Ah 2c=1099511627775/Ks Kh 2c v 3s=1099511627775/4s v 5s=1099511627775/6s";
    assert_eq!(Exact::new(&Question::new(heavy).spot()).err(), Some(ExactError::TooGreat));
    assert!(Exact::new(&Question::new("As Ah=1099511627775/Ks Kh v 3s Qd 2c").spot()).is_ok());
}

#[test]
fn more_than_fits_in_memory_is_an_error() {
    let error = Exact::new(&Question::new("A? ?? ?? v K? ?? ??").spot()).unwrap_err();
    assert!(matches!(error, ExactError::Memory { gib: 9..40 }), "{error}");
    assert!(Exact::new(&Question::new(" v ").spot()).is_ok());
}

/// Their hands put together would stand for more combinations than 128 bits hold; apart they are few enough.
#[test]
fn work_that_is_not_done_need_not_be_countable() {
    let hands = "As Ks Qs Js Ts/9s 8s 7s 6s 5s v Ah Kh Qh Jh Th/9h 8h 7h 6h 5h v Ad Kd Qd Jd Td/9d 8d 7d 6d 5d v \
                 Ac Kc Qc Jc Tc/9c 8c 7c 6c 5c v 4s 3s 2s 4h 3h/2h 4d 3d 2d 4c v 4s 3s 2s 4h 2c/2h 4d 3d 2d 3c";
    let exact = Exact::new(&Question::new(hands).spot()).unwrap();
    assert!(exact.nanoseconds() > 1_000_000_000);
}
