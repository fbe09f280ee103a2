//! Which of the scenarios that were found are run.

use globset::{Glob, GlobBuilder, GlobMatcher};
use trailcheck::scenario::{Discovery, Found, Mistake, Overrides, Scenario, Search, discover, load};

use super::edge::Edge;
use super::{Exit, Where};

/// Compiles a glob on names, in which `*` stops at `/`.
pub(crate) fn glob(text: &str) -> Result<GlobMatcher, String> {
    let built = GlobBuilder::new(text).literal_separator(true).build();
    built.as_ref().map(Glob::compile_matcher).map_err(ToString::to_string)
}

/// One shard of a suite: `hash:K/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partition {
    shard: u64,
    of: u64,
}

impl std::str::FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage = || format!("`{text}` is no partition; write such as hash:1/3");
        let (shard, of) =
            text.strip_prefix("hash:").and_then(|rest| rest.split_once('/')).ok_or_else(usage)?;
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if plain { text.parse::<u64>().ok() } else { None }
        };
        let (shard, of) = number(shard).zip(number(of)).ok_or_else(usage)?;
        if shard == 0 || shard > of {
            return Err(format!("`{text}` is no partition: the shards are 1 to {of}"));
        }
        Ok(Self { shard, of })
    }
}

impl std::fmt::Display for Partition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "hash:{}/{}", self.shard, self.of)
    }
}

impl Partition {
    /// Does a scenario of this name belong to the shard? Depends on nothing but the name.
    pub(crate) fn has(self, name: &str) -> bool {
        fnv1a(name) % self.of == self.shard - 1
    }
}

/// FNV-1a with 64 bits: the same on every machine and in every version.
fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The scenarios of a selection, loaded.
pub(crate) struct Selection {
    /// The files, ordered by name.
    pub(crate) found: Vec<Found>,
    /// What is in them, in the same order.
    pub(crate) scenarios: Vec<Scenario>,
}

/// Finds, selects and loads; or tells every mistake and says how to exit.
pub(crate) fn select(at: &Where, edge: &mut Edge) -> Result<Selection, Exit> {
    select_from(at, |_, _| None, edge)
}

/// The same after `narrow` has taken scenarios away; it may say why there are none left.
pub(crate) fn select_from(
    at: &Where,
    narrow: impl FnOnce(&mut Vec<Found>, &mut Edge) -> Option<String>,
    edge: &mut Edge,
) -> Result<Selection, Exit> {
    let search = Search {
        paths: at.paths.clone(),
        root: at.root.clone(),
        corpus: at.corpus.clone(),
        working_folder: edge.working_folder.clone(),
    };
    let Discovery { mut found, mut mistakes } = discover(&search);
    found.retain(|file| at.filter.is_empty() || at.filter.iter().any(|glob| glob.is_match(&file.name)));
    let why_empty = narrow(&mut found, edge);
    let overrides = Overrides::read(at.policy.as_deref(), at.validator.as_deref(), &edge.working_folder);
    let overrides = overrides.unwrap_or_else(|wrong| {
        mistakes.extend(wrong);
        Overrides::default()
    });
    let scenarios = load(&found, &overrides, at.jobs()).unwrap_or_else(|wrong: Vec<Mistake>| {
        mistakes.extend(wrong);
        Vec::new()
    });
    if !mistakes.is_empty() {
        return Err(edge.mistakes(&mistakes));
    }
    if found.is_empty() {
        let what = if at.filter.is_empty() { "there are no scenarios here" } else { "nothing was selected" };
        edge.warn(why_empty.as_deref().unwrap_or(what));
        if !at.allow_empty {
            return Err(Exit::NothingSelected);
        }
    }
    Ok(Selection { found, scenarios })
}

/// A base URL that no parser accepts is replayed all the same, but somebody should know.
pub(crate) fn warn_of_addresses(scenarios: &[Scenario], edge: &mut Edge) {
    for scenario in scenarios {
        for script in scenario.transports.iter().filter(|script| url::Url::parse(&script.base_url).is_err()) {
            let text = format!(
                "{}: the base_url of `{}` cannot be parsed as a URL; receipts will not show it",
                scenario.file.path, script.name
            );
            edge.warn(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_their_union_is_the_suite() {
        let names: Vec<String> = (0..1000).map(|n| format!("folder/{n:04}_scenario")).collect();
        for of in [1, 2, 3, 7] {
            let shards: Vec<Partition> =
                (1..=of).map(|k| format!("hash:{k}/{of}").parse().unwrap()).collect();
            for name in &names {
                assert_eq!(shards.iter().filter(|shard| shard.has(name)).count(), 1, "{name} of {of}");
            }
        }
    }

    #[test]
    fn the_shard_of_a_name_never_changes() {
        let shard = |name| (1..=5).find(|k| format!("hash:{k}/5").parse::<Partition>().unwrap().has(name));
        assert_eq!(shard("bounded/01_primary_useful"), Some(1 + fnv1a("bounded/01_primary_useful") % 5));
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn a_partition_is_written_one_way() {
        for wrong in
            ["", "1/2", "hash:0/2", "hash:3/2", "hash:1/0", "hash:+1/2", "hash:1", "hash:a/b", "count:1/2"]
        {
            assert!(wrong.parse::<Partition>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_star_stops_at_a_slash() {
        assert!(glob("bounded/*").unwrap().is_match("bounded/01"));
        assert!(!glob("bounded/*").unwrap().is_match("bounded/deep/01"));
        assert!(glob("bounded/**").unwrap().is_match("bounded/deep/01"));
        assert!(glob("[").is_err());
    }
}
