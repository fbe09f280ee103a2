//! The engines that a scenario can be replayed with, what each is set up with, and what each can express.

use std::borrow::Cow;

use super::model::Scenario;
use crate::engine::fetch_gate::GateSetup;
use crate::engine::layered::LayeredSetup;
use crate::engine::routed::RoutedSetup;
use crate::receipt::Vocabulary;
use crate::receipt::vocabulary::vocabulary;

vocabulary! {
    /// The engines that a scenario can be replayed with.
    EngineName is "engine" {
        Bounded = "bounded": "One primary, at most one fallback, one shared deadline.",
        Layered = "layered": "Any number of providers with retries, health checks, a cache and a degraded answer.",
        Routed = "routed": "The current model's own search, and one fallback where its key is there.",
        FetchGate = "fetch_gate": "One URL, fetched once behind cheap and final gates.",
        Naive = "naive": "One provider with no limit but its own; any answer is taken for success.",
    }
}

/// Engines that the format knows and that this version cannot replay. An engine that is built leaves this list.
const NOT_YET: &[EngineName] = &[EngineName::Layered];

/// What a scenario sets its engine up with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Its policy and validator are all.
    Bounded,
    /// Limits of the layers.
    Layered(LayeredSetup),
    /// Model, configuration, credentials.
    Routed(RoutedSetup),
    /// Allowed hosts, configuration.
    FetchGate(GateSetup),
    /// Nothing to set.
    Naive,
}

impl Setup {
    /// What an engine has where a scenario says nothing, with so many transports.
    pub fn default_of(engine: EngineName, transports: usize) -> Self {
        match engine {
            EngineName::Bounded => Self::Bounded,
            EngineName::Layered => Self::Layered(LayeredSetup::default()),
            EngineName::Routed => Self::Routed(RoutedSetup::for_any_tool(transports > 1)),
            EngineName::FetchGate => Self::FetchGate(GateSetup::default()),
            EngineName::Naive => Self::Naive,
        }
    }
}

impl EngineName {
    /// The engines that this version can replay.
    pub fn built() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|engine| engine.is_built())
    }

    /// Can this version replay it?
    pub fn is_built(self) -> bool {
        !NOT_YET.contains(&self)
    }

    /// Does it search, so that it can be asked the same as others?
    pub fn searches(self) -> bool {
        match self {
            Self::Bounded | Self::Layered | Self::Routed | Self::Naive => true,
            Self::FetchGate => false,
        }
    }

    /// The most transports that it can ask.
    pub fn max_transports(self) -> usize {
        match self {
            Self::Bounded | Self::Routed => 2,
            Self::FetchGate => 1,
            Self::Layered | Self::Naive => usize::MAX,
        }
    }

    /// Why the engine cannot do what a scenario asks, if it cannot.
    pub fn cannot_express(self, scenario: &Scenario) -> Option<String> {
        if !self.is_built() {
            return Some(format!("the engine {self} is not in this version"));
        }
        if scenario.engine.searches() != self.searches() {
            let (own, other) =
                if self.searches() { ("searches", "fetches a URL") } else { ("fetches a URL", "searches") };
            return Some(format!("{self} {own}, and the scenario {other}"));
        }
        let (has, most) = (scenario.transports.len(), self.max_transports());
        (has > most).then(|| format!("it has {has} transports, and {self} can ask {most}"))
    }
}

impl Scenario {
    /// The setup for an engine: the scenario's own, or where it is for another engine, what that one has by default.
    pub fn setup_for(&self, engine: EngineName) -> Cow<'_, Setup> {
        if engine == self.engine {
            return Cow::Borrowed(&self.setup);
        }
        Cow::Owned(Setup::default_of(engine, self.transports.len()))
    }
}
