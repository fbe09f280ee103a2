//! A chart's frame in plain SVG: axes, ticks, and lines through points.

use super::text::{add, at, escape};

const LEFT: f64 = 46.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;
/// More points than this cannot be told apart at this size.
const MAX_POINTS: usize = 400;

/// One axis: its range and its scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    /// Logarithmic, of the value and 1, for lengths that differ by orders of magnitude.
    pub logarithmic: bool,
}

impl Axis {
    pub(super) fn shares(low: f64, high: f64) -> Self {
        Self { low, high, logarithmic: false }
    }

    /// 0 at the low end, 1 at the high end.
    fn place(&self, value: f64) -> f64 {
        let scale = |value: f64| if self.logarithmic { value.max(0.0).ln_1p() } else { value };
        let (low, high) = (scale(self.low), scale(self.high));
        if high > low { ((scale(value) - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 }
    }

    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let all = [0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4, 3e4, 1e5, 1e6, 1e7];
            let inside: Vec<f64> = all.into_iter().filter(|tick| *tick <= self.high).collect();
            let every = inside.len().div_ceil(7).max(1);
            return inside.into_iter().rev().step_by(every).collect();
        }
        let span = self.high - self.low;
        let steps = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0,
            100.0,
        ];
        let step = steps.into_iter().find(|step| span / step <= 5.5).unwrap_or(span.max(1.0));
        let first = (self.low / step - 1e-9).ceil();
        (0..8).map(|n| (first + f64::from(n)) * step).filter(|tick| *tick <= self.high + 1e-9).collect()
    }
}

/// A chart with its two axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chart {
    /// Width and height in its own units, near what it is shown at, so that its text keeps its size.
    pub size: (f64, f64),
    pub x: Axis,
    pub y: Axis,
}

impl Chart {
    pub(super) fn x(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (self.size.0 - LEFT - RIGHT)
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        self.size.1 - BOTTOM - self.y.place(value) * (self.size.1 - TOP - BOTTOM)
    }

    /// The chart with its axes and what is drawn in it. `y` ticks are shares.
    pub(super) fn svg(&self, name: &str, labels: (&str, &str), x_is_share: bool, inner: &str) -> String {
        let (width, height) = self.size;
        let (left, right) = (at(LEFT), at(width - RIGHT));
        let (top, bottom) = (at(TOP), at(height - BOTTOM));
        let mut axes = format!("<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>");
        for tick in self.y.ticks() {
            let y = self.y(tick);
            let (line, text) = (at(y), at(y + 4.0));
            add(
                &mut axes,
                format_args!("<path class=\"axis\" d=\"M{left} {line}H{right}\" opacity=\".5\"/>"),
            );
            add(
                &mut axes,
                format_args!(
                    "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{}</text>",
                    at(LEFT - 5.0),
                    share(tick)
                ),
            );
        }
        for tick in self.x.ticks() {
            let shown = if x_is_share { share(tick) } else { short(tick) };
            let y = at(height - BOTTOM + 14.0);
            add(
                &mut axes,
                format_args!(
                    "<text x=\"{}\" y=\"{y}\" text-anchor=\"middle\">{shown}</text>",
                    at(self.x(tick))
                ),
            );
        }
        let (x_label, y_label) = (escape(labels.0), escape(labels.1));
        let middle = at(f64::midpoint(LEFT, width - RIGHT));
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">{axes}{inner}\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{x_label}</text>\
             <text transform=\"translate(11 {}) rotate(-90)\" text-anchor=\"middle\">{y_label}</text></svg>",
            escape(name),
            at(height - 6.0),
            at(f64::midpoint(TOP, height - BOTTOM)),
        )
    }

    /// A line through points, straight or in steps.
    pub(super) fn line(&self, class: &str, points: &[(f64, f64)], steps: bool) -> String {
        let path = self.path(points, steps);
        if path.is_empty() { path } else { format!("<path class=\"{class}\" d=\"M{path}\"/>") }
    }

    /// The area between a lower and an upper line, in steps.
    pub(super) fn band(&self, class: &str, points: &[(f64, f64, f64)]) -> String {
        if points.is_empty() {
            return String::new();
        }
        let thin = thinned(points);
        let (mut there, mut back) = (Vec::new(), Vec::new());
        for (place, (x, low, high)) in thin.iter().enumerate() {
            let end = thin.get(place + 1).map_or(self.x.high, |(next, ..)| *next);
            there.extend([(*x, *high), (end, *high)]);
            back.extend([(*x, *low), (end, *low)]);
        }
        back.reverse();
        there.extend(back);
        let corners: Vec<String> =
            there.iter().map(|(x, y)| format!("{} {}", at(self.x(*x)), at(self.y(*y)))).collect();
        format!("<path class=\"{class}\" d=\"M{}Z\"/>", corners.join("L"))
    }

    fn path(&self, points: &[(f64, f64)], steps: bool) -> String {
        let mut path = String::new();
        let mut last = String::new();
        for (x, y) in thinned(points) {
            let (x, y) = (at(self.x(x)), at(self.y(y)));
            let piece = match (path.is_empty(), steps) {
                (true, _) => format!("{x} {y}"),
                (false, true) => format!("H{x}V{y}"),
                (false, false) => format!("L{x} {y}"),
            };
            if piece != last {
                path.push_str(&piece);
            }
            last = piece;
        }
        if steps && !path.is_empty() {
            add(&mut path, format_args!("H{}", at(self.x(self.x.high))));
        }
        path
    }
}

/// Every so many points, and always the last.
fn thinned<T: Copy>(points: &[T]) -> Vec<T> {
    let every = points.len().div_ceil(MAX_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let kept = points.iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last);
    kept.map(|(_, point)| *point).collect()
}

fn share(value: f64) -> String {
    format!("{}%", crate::calibrate::checks::plain_number((value * 1000.0).round() / 10.0))
}

fn short(value: f64) -> String {
    if value >= 1e6 {
        format!("{}M", value / 1e6)
    } else if value >= 1e3 {
        format!("{}k", value / 1e3)
    } else {
        crate::calibrate::checks::plain_number(value)
    }
}
