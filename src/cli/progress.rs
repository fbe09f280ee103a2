//! A progress bar on stderr, where somebody can see it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bar of a run over `total` scenarios; invisible where `visible` is false.
pub(crate) fn bar(total: usize, visible: bool) -> ProgressBar {
    let target = if visible { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(total as u64), target);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} scenarios, {eta} left");
    // The template is a constant; the default is good enough if the library ever rejects it.
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
