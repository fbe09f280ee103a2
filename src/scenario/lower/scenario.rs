//! A whole scenario.

use std::sync::Arc;

use super::{Layers, Lowering};
use crate::redact::Redactor;
use crate::scenario::engine::EngineName;
use crate::scenario::mistake::{LONGEST_SECRET, Mistake, Place, SourceFile};
use crate::scenario::model::Scenario;
use crate::scenario::project::Project;
use crate::scenario::wire::{WireScenario, WireValidator};
use crate::scenario::yaml::{At, Entries, Member, ScalarOr, Text};

/// The characters that a declared secret has at least: a shorter one would be masked out of ordinary words.
const MIN_SECRET_CHARS: usize = 6;

/// Lowers a scenario; `around` are the layers of the command line (`over`) and of the folders (`below`).
pub(in crate::scenario) fn scenario(
    name: String,
    wire: &WireScenario,
    file: &Arc<SourceFile>,
    project: &Project,
    over: &Layers,
    below: &Layers,
) -> Result<Scenario, Vec<Mistake>> {
    let mut lowering = Lowering::new(file, project);
    let secrets = lowering.secrets(&wire.secrets);
    lowering.version(wire);
    let named = wire.engine.as_ref().map_or(Some(EngineName::Bounded), |at| lowering.engine(at));
    let engine = named.unwrap_or(EngineName::Bounded);
    let layers = lowering.layers(wire, over, below);
    let (scripts, place) = match &wire.transports {
        Some(at) => (Some(&at.value), at.place),
        None => (None, Place::start_of_file()),
    };
    let transports = lowering.transports(scripts.unwrap_or(&Entries::default()), named, place);
    let setup = lowering.setup(wire.setup.as_ref(), named, transports.len());
    let lookups = lowering.lookups(wire, &transports);
    let policy = layers.policy().map_err(|broken| lowering.mistakes.extend(broken));
    match policy {
        Ok(policy) if lowering.mistakes.is_empty() => Ok(Scenario {
            name,
            file: file.clone(),
            description: wire.description.as_ref().map(|text| text.value.0.clone()),
            engine,
            setup,
            policy,
            validator: layers.validator(),
            redactor: Redactor::with_secrets(&secrets),
            transports,
            lookups,
        }),
        Ok(_) | Err(()) => Err(lowering.mistakes),
    }
}

impl Lowering<'_> {
    fn version(&mut self, wire: &WireScenario) {
        let Some(at) = &wire.trailcheck else { return };
        if let Some(version) = self.whole("trailcheck", at, 0..=u64::MAX)
            && version != 1
        {
            let title = format!("this is a scenario of format {version}, and this program reads format 1");
            self.note(at.place, title, "use a trailcheck that reads it, or write `trailcheck: 1`");
        }
    }

    /// The engine; one that this version cannot replay is a mistake, and what is said of it is still read.
    fn engine(&mut self, at: &At<Member<EngineName>>) -> Option<EngineName> {
        let engine = self.member(at)?;
        if !engine.is_built() {
            let built: Vec<String> = EngineName::built().map(|engine| engine.to_string()).collect();
            let title = format!("the engine `{engine}` is not in this version");
            self.note(at.place, title, format!("use one of {}", built.join(", ")));
        }
        Some(engine)
    }

    fn secrets(&mut self, wire: &Entries<At<Text>>) -> Vec<String> {
        let near = |secret: &str| secret.chars().take(LONGEST_SECRET).collect::<String>();
        let secrets: Vec<String> = wire.0.iter().map(|(_, value)| near(&value.value.0)).collect();
        self.file.conceal(secrets.clone());
        for (name, value) in &wire.0 {
            if value.value.0.chars().count() < MIN_SECRET_CHARS {
                let title =
                    format!("the secret `{}` is shorter than {MIN_SECRET_CHARS} characters", name.value.0);
                self.note(
                    value.place,
                    title,
                    "use a longer one: a short one would be masked out of ordinary words",
                );
            }
            if value.value.0.len() > LONGEST_SECRET {
                let title = format!("the secret `{}` is longer than {LONGEST_SECRET} bytes", name.value.0);
                self.note(value.place, title, "use a shorter one");
            }
        }
        secrets
    }

    /// The layers that hold for this scenario, the strongest first.
    fn layers(&mut self, wire: &WireScenario, over: &Layers, below: &Layers) -> Layers {
        let mut layers = over.clone();
        layers.policies.extend(wire.policy.as_ref().map(|policy| self.policy_layer(policy)));
        if let Some(at) = &wire.validator {
            layers.validators.extend(self.validator_or_path(at));
        }
        layers.policies.extend(below.policies.iter().cloned());
        layers.validators.extend(below.validators.iter().cloned());
        layers
    }

    pub(in crate::scenario) fn validator_or_path(
        &mut self,
        at: &At<ScalarOr<WireValidator>>,
    ) -> Option<super::ValidatorLayer> {
        match &at.value {
            ScalarOr::Map(wire) => Some(self.validator_layer(wire)),
            ScalarOr::Scalar(path) => match self.project.validator(path) {
                Ok(Ok(layer)) => Some(layer),
                // The mistakes are in that file, and are told at their places there.
                Ok(Err(mistakes)) => {
                    self.mistakes.extend(mistakes);
                    None
                }
                Err(problem) => self.mistake(at.place, problem.title, problem.fix),
            },
        }
    }
}
