//! The scenarios that this repository ships, loaded and replayed as the command line does it.

use std::path::{Path, PathBuf};

use trailcheck::replay::{Replay, Replayer};
use trailcheck::scenario::{Overrides, Scenario, Search, discover, load};

/// The project's own folder.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every shipped scenario, ordered by name.
pub fn scenarios() -> Vec<Scenario> {
    let search = Search {
        paths: vec![PathBuf::from("scenarios")],
        root: None,
        corpus: None,
        working_folder: project().to_owned(),
    };
    let discovery = discover(&search);
    assert!(discovery.mistakes.is_empty(), "{:?}", discovery.mistakes);
    load(&discovery.found, &Overrides::default(), 2).expect("the shipped scenarios have no mistakes")
}

/// Every shipped scenario with what its replay came to. A script that is called past its end has none, and panics
/// here.
pub fn replays() -> Vec<(Scenario, Replay)> {
    let replayer = Replayer::new().expect("a runtime");
    let replay = |scenario: Scenario| {
        let replay = replayer.replay(&scenario, scenario.engine);
        let replay = replay.unwrap_or_else(|error| panic!("{}: {error:?}", scenario.name));
        (scenario, replay)
    };
    scenarios().into_iter().map(replay).collect()
}
