//! Any bytes as a scenario file: told what is wrong, or replayed with every promise kept; never a panic.

#![no_main]

use std::cell::OnceCell;

use libfuzzer_sys::fuzz_target;
use trailcheck::replay::{ReplayError, Replayer};
use trailcheck::scenario::from_text;

/// Larger inputs only repeat what smaller ones do.
const BYTES_MAX: usize = 64 * 1024;

thread_local! {
    static REPLAYER: OnceCell<Replayer> = const { OnceCell::new() };
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if bytes.len() > BYTES_MAX {
        return;
    }
    match from_text("fuzzed", text) {
        Err(mistakes) => {
            assert!(!mistakes.is_empty(), "refused without a word");
            for mistake in mistakes.iter().take(20) {
                let told = mistake.to_string();
                assert!(told.starts_with("error: "), "{told}");
                assert!(told.len() < 20_000, "a message of {} bytes", told.len());
                assert!(!told.contains(|c: char| c.is_control() && !"\n\t".contains(c)), "{told:?}");
            }
        }
        Ok(scenario) => REPLAYER.with(|replayer| {
            let replayer = replayer.get_or_init(|| Replayer::new().expect("a runtime"));
            let replay = replayer.replay(&scenario, scenario.engine);
            assert!(!matches!(replay, Err(ReplayError::Panicked(_))), "{replay:?}");
            if let Ok(replay) = replay {
                assert_eq!(replay.trails.len(), scenario.lookups.len());
                let broken = replay.broken.iter().find(|broken| broken.promised);
                assert!(broken.is_none(), "{broken:?}");
            }
        }),
    }
});
