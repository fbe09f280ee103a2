//! Which members of the vocabulary a set of trails reaches, and by which scenarios.
//!
//! A fold: [`Coverage::add`] one trail after the other, in any order, then read [`Coverage::sections`]. It keeps
//! a name for each scenario and a number for each scenario and member, and no trail.

use std::collections::BTreeMap;

use crate::receipt::{
    AttemptRecord, Fault, NextAction, NotUsefulReason, Outcome, Receipt, Refusal, Role, Status, Vocabulary,
};
use crate::replay::invariants::promises;
use crate::replay::{EventKind, Invariant, Trail};
use crate::scenario::EngineName;

/// What the trails that were added reach.
#[derive(Clone, Debug)]
pub struct Coverage {
    names: Names,
    engines: Vec<EngineName>,
    lookups: usize,
    outcomes: Tally<Outcome>,
    next_actions: Tally<NextAction>,
    refusals: Tally<Refusal>,
    roles: Tally<Role>,
    statuses: Tally<Status>,
    faults: Tally<Fault>,
    reasons: Tally<NotUsefulReason>,
    events: Tally<EventKind>,
    invariants: Tally<Invariant>,
}

/// One list of members with what reaches them.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// What one member is called, such as `attempt status`.
    pub kind: &'static str,
    /// Is the list part of the receipt's vocabulary, so that its members count in [`Coverage::share`]? The kinds of
    /// events and the invariants are not.
    pub counted: bool,
    /// Every member, in the order of the contract.
    pub members: Vec<Member<'a>>,
}

/// One member with the scenarios that reach it.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// What it is called on the wire.
    pub name: &'static str,
    /// One sentence on it.
    pub meaning: &'static str,
    /// Can an engine of the trails produce it at all? For an invariant: does one promise it?
    pub producible: bool,
    ids: &'a [u32],
    names: &'a [String],
}

impl<'a> Member<'a> {
    /// How many scenarios reach it.
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// Does any?
    pub fn is_reached(&self) -> bool {
        !self.ids.is_empty()
    }

    /// Their names, each once, in the order in which they were first added.
    pub fn scenarios(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let names = self.names;
        self.ids.iter().map(move |id| names.get(*id as usize).map_or("", String::as_str))
    }
}

impl Section<'_> {
    fn where_producible<V: Vocabulary>(mut self, is_producible: impl Fn(V) -> bool) -> Self {
        for (member, of) in self.members.iter_mut().zip(V::ALL) {
            member.producible = is_producible(*of);
        }
        self
    }
}

/// How many of the receipt's vocabulary are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Members that a scenario reaches.
    pub reached: usize,
    /// Members that there are, those that only other engines produce among them.
    pub members: usize,
}

impl Share {
    /// In hundredths, from 0 to 100.
    pub fn percent(self) -> f64 {
        if self.members == 0 { 100.0 } else { 100.0 * self.reached as f64 / self.members as f64 }
    }
}

impl Default for Coverage {
    fn default() -> Self {
        Self::new()
    }
}

impl Coverage {
    /// Nothing is reached yet.
    pub fn new() -> Self {
        Self {
            names: Names::default(),
            engines: Vec::new(),
            lookups: 0,
            outcomes: Tally::new(),
            next_actions: Tally::new(),
            refusals: Tally::new(),
            roles: Tally::new(),
            statuses: Tally::new(),
            faults: Tally::new(),
            reasons: Tally::new(),
            events: Tally::new(),
            invariants: Tally::new(),
        }
    }

    /// Adds what one lookup reached. An invariant is reached where the engine promises it and the trail keeps it.
    pub fn add(&mut self, trail: &Trail) {
        let id = self.names.id(&trail.scenario);
        if !self.engines.contains(&trail.engine) {
            self.engines.push(trail.engine);
        }
        self.lookups += 1;
        self.add_receipt(&trail.receipt, id);
        for event in &trail.events {
            self.events.reach(event.event, id);
        }
        for invariant in promises(trail.engine) {
            if !trail.violations.contains(invariant) {
                self.invariants.reach(*invariant, id);
            }
        }
    }

    fn add_receipt(&mut self, receipt: &Receipt, id: u32) {
        self.outcomes.reach(receipt.outcome(), id);
        self.next_actions.reach(receipt.next_action(), id);
        self.refusals.reach_any(receipt.refusal(), id);
        for attempt in receipt.attempts() {
            self.add_attempt(attempt, id);
        }
    }

    fn add_attempt(&mut self, attempt: &AttemptRecord, id: u32) {
        self.roles.reach(attempt.role(), id);
        self.statuses.reach(attempt.status(), id);
        self.faults.reach_any(attempt.fault(), id);
        self.reasons.reach_any(attempt.not_useful_reason(), id);
    }

    /// Every list: those of the receipt in the order of the contract, then the kinds of events, then the invariants.
    pub fn sections(&self) -> Vec<Section<'_>> {
        let names = &self.names.in_order;
        let any = |produces: &dyn Fn(EngineName) -> bool| self.engines.iter().any(|engine| produces(*engine));
        vec![
            self.outcomes.section(true, names),
            self.next_actions.section(true, names),
            self.refusals
                .section(true, names)
                .where_producible(|refusal| any(&|engine| refuses(engine, refusal))),
            self.roles.section(true, names),
            self.statuses.section(true, names),
            self.faults.section(true, names),
            self.reasons.section(true, names),
            self.events.section(false, names).where_producible(|event| any(&|engine| tells(engine, event))),
            self.invariants
                .section(false, names)
                .where_producible(|invariant| any(&|engine| promises(engine).contains(&invariant))),
        ]
    }

    /// How many of the receipt's vocabulary are reached: every member counts, whichever engine produces it.
    pub fn share(&self) -> Share {
        let sections = self.sections();
        let members = || sections.iter().filter(|section| section.counted).flat_map(|list| &list.members);
        Share { reached: members().filter(|member| member.is_reached()).count(), members: members().count() }
    }

    /// The engines of the trails, in the order of the vocabulary.
    pub fn engines(&self) -> Vec<EngineName> {
        EngineName::ALL.iter().copied().filter(|engine| self.engines.contains(engine)).collect()
    }

    /// Scenarios with at least one trail.
    pub fn scenarios(&self) -> usize {
        self.names.in_order.len()
    }

    /// Trails that were added.
    pub fn lookups(&self) -> usize {
        self.lookups
    }
}

/// Can this engine refuse for this reason? The bounded one is handed its transports and a query, so that the query is
/// all that it can refuse; the routed one has a configuration and a route too; the layered and the naive one refuse
/// nothing.
pub fn refuses(engine: EngineName, refusal: Refusal) -> bool {
    match refusal {
        Refusal::QueryBlank | Refusal::QueryTooLong | Refusal::QueryDenied => {
            matches!(engine, EngineName::Bounded | EngineName::Routed)
        }
        Refusal::ConfigUnreadable => matches!(engine, EngineName::Routed | EngineName::FetchGate),
        Refusal::NoRoute => engine == EngineName::Routed,
        Refusal::UrlInvalid
        | Refusal::AllowlistEmpty
        | Refusal::HostNotAllowed
        | Refusal::AddressNotPublic => engine == EngineName::FetchGate,
    }
}

/// Does this engine tell of such an event?
pub fn tells(engine: EngineName, event: EventKind) -> bool {
    match event {
        EventKind::Dial | EventKind::Answer | EventKind::Cut | EventKind::Skip | EventKind::Cancel => true,
        EventKind::Sleep | EventKind::Health | EventKind::CacheHit | EventKind::CacheStore => {
            engine == EngineName::Layered
        }
        EventKind::PassOver => matches!(engine, EngineName::Layered | EngineName::Routed),
        EventKind::Resolve => engine == EngineName::FetchGate,
    }
}

/// Names of scenarios, each kept once and known by a number.
#[derive(Clone, Debug, Default)]
struct Names {
    in_order: Vec<String>,
    ids: BTreeMap<String, u32>,
}

impl Names {
    fn id(&mut self, name: &str) -> u32 {
        // The lookups of a scenario come one after the other.
        if let Some(last) = self.in_order.last().filter(|last| *last == name) {
            return self.ids.get(last).copied().unwrap_or(0);
        }
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = u32::try_from(self.in_order.len()).unwrap_or(u32::MAX);
        self.in_order.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }
}

/// Which scenarios reach each member of one list.
#[derive(Clone, Debug)]
struct Tally<V> {
    by_member: Vec<(V, Vec<u32>)>,
}

impl<V: Vocabulary> Tally<V> {
    fn new() -> Self {
        Self { by_member: V::ALL.iter().map(|member| (*member, Vec::new())).collect() }
    }

    fn reach_any(&mut self, member: Option<V>, id: u32) {
        if let Some(member) = member {
            self.reach(member, id);
        }
    }

    fn reach(&mut self, member: V, id: u32) {
        let Some((_, ids)) = self.by_member.iter_mut().find(|(known, _)| *known == member) else { return };
        // Nearly always at the end.
        if let Err(at) = ids.binary_search(&id) {
            ids.insert(at, id);
        }
    }

    fn section<'a>(&'a self, counted: bool, names: &'a [String]) -> Section<'a> {
        let member = |(member, ids): &'a (V, Vec<u32>)| Member {
            name: member.wire(),
            meaning: member.meaning(),
            producible: true,
            ids,
            names,
        };
        Section { kind: V::KIND, counted, members: self.by_member.iter().map(member).collect() }
    }
}
