//! Policies and validators in layers: the command line's, the scenario's own, and those of the folders above it, the
//! nearest winning field by field.

use std::sync::Arc;

use super::Lowering;
use crate::engine::policy::{PolicyField, PolicyMistake};
use crate::engine::{Policy, PolicyFields};
use crate::scenario::mistake::{Mistake, Place, SourceFile};
use crate::scenario::wire::{WireMarkers, WirePolicy, WireValidator};
use crate::scenario::yaml::{At, Decimal, Text};
use crate::validator::checks::Threshold;
use crate::validator::markers::WallReason;
use crate::validator::{Validator, ValidatorFields};

/// Characters and points of evidence: no page has more.
const MOST_OF_A_PAGE: u32 = 1_000_000_000;
const ANY: std::ops::RangeInclusive<u64> = 0..=u64::MAX;

/// Policy fields of one file, with the places where they stand.
#[derive(Clone, Debug)]
pub(crate) struct PolicyLayer {
    file: Arc<SourceFile>,
    fields: PolicyFields,
    places: Vec<(&'static str, Place)>,
}

/// Validator fields of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValidatorLayer {
    fields: ValidatorFields,
}

/// What holds for one scenario, the strongest layer first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    pub policies: Vec<PolicyLayer>,
    pub validators: Vec<ValidatorLayer>,
}

impl Layers {
    /// The policy that the layers come to, or each bound that they break, at the line that breaks it.
    pub(super) fn policy(&self) -> Result<Policy, Vec<Mistake>> {
        let over = |below: PolicyFields, layer: &PolicyLayer| layer.fields.clone().over(below);
        let fields = self.policies.iter().rev().fold(PolicyFields::default(), over);
        Policy::try_from(fields).map_err(|broken| {
            broken
                .into_iter()
                .filter_map(|broken| {
                    let (file, place) = self.place_of(&broken)?;
                    let title = format!("`{}`: {}", broken.field.name(), broken.problem);
                    Some(Mistake { file, place: Some(place), title, fix: broken.fix })
                })
                .collect()
        })
    }

    /// Where the strongest of the fields at fault stands: that one made the policy wrong.
    fn place_of(&self, broken: &PolicyMistake) -> Option<(Arc<SourceFile>, Place)> {
        self.policies.iter().find_map(|layer| {
            let place = |field: PolicyField| layer.places.iter().find(|(name, _)| *name == field.name());
            let (_, place) = place(broken.field).or_else(|| place(broken.beside?))?;
            Some((layer.file.clone(), *place))
        })
    }

    /// The validator that the layers come to.
    pub(in crate::scenario) fn validator(&self) -> Validator {
        let over = |below: ValidatorFields, layer: &ValidatorLayer| layer.fields.clone().over(below);
        Validator::from(self.validators.iter().rev().fold(ValidatorFields::default(), over))
    }
}

impl Lowering<'_> {
    /// The fields of one policy. Bounds are checked by [`Policy`] when all layers are known.
    pub(crate) fn policy_layer(&mut self, wire: &WirePolicy) -> PolicyLayer {
        let mut places = Vec::new();
        let mut number = |lowering: &mut Self, name: &'static str, at: &Option<At<_>>| {
            let at = at.as_ref()?;
            places.push((name, at.place));
            lowering.whole(name, at, ANY)
        };
        let mut fields = PolicyFields {
            budget_ms: number(self, "budget_ms", &wire.budget_ms),
            per_attempt_ms: number(self, "per_attempt_ms", &wire.per_attempt_ms),
            min_attempt_ms: number(self, "min_attempt_ms", &wire.min_attempt_ms),
            max_fallbacks: number(self, "max_fallbacks", &wire.max_fallbacks),
            max_query_chars: number(self, "max_query_chars", &wire.max_query_chars),
            max_evidence_hits: number(self, "max_evidence_hits", &wire.max_evidence_hits),
            max_evidence_chars: number(self, "max_evidence_chars", &wire.max_evidence_chars),
            ..PolicyFields::default()
        };
        fields.fallback_on_auth = self.maybe_flag("fallback_on_auth", wire.fallback_on_auth.as_ref());
        if let Some(terms) = &wire.deny_terms {
            let blank = terms.value.iter().find(|term| term.value.0.trim().is_empty());
            places.push(("deny_terms", blank.map_or(terms.place, |term| term.place)));
            fields.deny_terms = Some(terms.value.iter().map(|term| term.value.0.clone()).collect());
        }
        PolicyLayer { file: self.file.clone(), fields, places }
    }

    /// The fields of one validator.
    pub(crate) fn validator_layer(&mut self, wire: &WireValidator) -> ValidatorLayer {
        let fields = ValidatorFields {
            min_hits: self.maybe_whole("min_hits", wire.min_hits.as_ref(), ANY),
            min_snippet_chars: self.maybe_whole("min_snippet_chars", wire.min_snippet_chars.as_ref(), ANY),
            require_term_overlap: self.maybe_flag("require_term_overlap", wire.require_term_overlap.as_ref()),
            wall_rule: wire.wall_rule.as_ref().and_then(|at| self.member(at)),
            markers: wire.markers.as_ref().map_or_else(Vec::new, |markers| self.markers(markers)),
            page: self.page_thresholds(wire),
        };
        ValidatorLayer { fields }
    }

    fn page_thresholds(&mut self, wire: &WireValidator) -> Vec<(Threshold, f64)> {
        let stated = Threshold::ALL.iter().filter_map(|threshold| {
            let at = written(wire, *threshold)?;
            let most = if threshold.is_share() { 1 } else { MOST_OF_A_PAGE };
            Some((*threshold, self.decimal(threshold.name(), at, most)?))
        });
        stated.collect()
    }

    fn markers(&mut self, wire: &WireMarkers) -> Vec<(WallReason, Vec<String>)> {
        let lists = [
            (WallReason::BotCheck, &wire.bot_check),
            (WallReason::LoginWall, &wire.login_wall),
            (WallReason::ConsentWall, &wire.consent_wall),
            (WallReason::JavascriptRequired, &wire.javascript_required),
            (WallReason::ErrorPage, &wire.error_page),
        ];
        lists.into_iter().filter_map(|(reason, list)| Some((reason, self.phrases(list.as_ref()?)))).collect()
    }

    fn phrases(&mut self, list: &[At<Text>]) -> Vec<String> {
        for phrase in list.iter().filter(|phrase| phrase.value.0.trim().is_empty()) {
            self.note(phrase.place, "a marker phrase is empty, and so would match everything", "remove it");
        }
        list.iter().map(|phrase| phrase.value.0.clone()).collect()
    }
}

/// Where a threshold of a page stands in a validator file.
fn written(wire: &WireValidator, threshold: Threshold) -> Option<&At<Decimal>> {
    let at = match threshold {
        Threshold::MinReplacementShare => &wire.min_replacement_share,
        Threshold::SlightEvidence => &wire.slight_evidence,
        Threshold::SlightMaxChars => &wire.slight_max_chars,
        Threshold::ClearEvidence => &wire.clear_evidence,
        Threshold::ClearMaxChars => &wire.clear_max_chars,
        Threshold::TitledEvidence => &wire.titled_evidence,
        Threshold::TitledMaxChars => &wire.titled_max_chars,
        Threshold::TeaserMaxChars => &wire.teaser_max_chars,
        Threshold::ShellMaxChars => &wire.shell_max_chars,
        Threshold::ShortMaxChars => &wire.short_max_chars,
        Threshold::MaxMissedCoverage => &wire.max_missed_coverage,
    };
    at.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::wire::validator_schema;

    #[test]
    fn a_validator_file_has_every_threshold_of_a_page_and_no_other() {
        let schema = validator_schema().to_value();
        let fields =
            schema["properties"].as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
        let of_hits = ["min_hits", "min_snippet_chars", "require_term_overlap", "wall_rule", "markers"];
        let of_pages = Threshold::ALL.iter().map(|threshold| threshold.name());
        let mut expected: Vec<_> = of_hits.into_iter().chain(of_pages).map(str::to_owned).collect();
        let mut fields = fields.unwrap_or_default();
        expected.sort();
        fields.sort();
        assert_eq!(fields, expected);
    }
}
