//! A job for continuous integration: replay on every push, and keep the results for the page of the run.

use std::fmt::Write as _;

/// Stands for the repository that trailcheck is installed from, where nobody has named it.
pub const NO_REPOSITORY: &str = "https://example.invalid/trailcheck.git";

/// A GitHub Actions workflow; `git` is the URL of the repository that trailcheck is installed from.
pub fn github(git: Option<&str>) -> String {
    format!(
        "# Replays the scenarios on every push.\n\
         name: trailcheck\n\
         on: [push, pull_request]\n\
         permissions:\n  \
           contents: read\n\
         env:\n  \
           {}\n\
         jobs:\n  \
           replay:\n    \
             runs-on: ubuntu-latest\n    \
             steps:\n      \
               - uses: actions/checkout@v4\n      \
               - run: cargo install --locked --git \"$TRAILCHECK_GIT\" trailcheck\n      \
               - run: trailcheck run --unreferenced fail --format junit --output trailcheck.xml\n      \
               - uses: actions/upload-artifact@v4\n        \
                 if: ${{{{ !cancelled() }}}}\n        \
                 with: {{ name: trailcheck, path: trailcheck.xml }}\n",
        repository(git)
    )
}

/// A job for `.gitlab-ci.yml`.
pub fn gitlab(git: Option<&str>) -> String {
    format!(
        "# Replays the scenarios on every push.\n\
         trailcheck:\n  \
           image: rust:1\n  \
           variables:\n    \
             {}\n  \
           script:\n    \
             - cargo install --locked --git \"$TRAILCHECK_GIT\" trailcheck\n    \
             - trailcheck run --unreferenced fail --format junit --output trailcheck.xml\n  \
           artifacts:\n    \
             when: always\n    \
             reports:\n      \
               junit: trailcheck.xml\n",
        repository(git)
    )
}

fn repository(git: Option<&str>) -> String {
    let url = git.unwrap_or(NO_REPOSITORY);
    // JSON's quotes are YAML's.
    let mut line = format!("TRAILCHECK_GIT: {}", serde_json::Value::from(url));
    if git.is_none() {
        // Writing to a String cannot fail.
        let _ = write!(line, " # put the repository here that you install trailcheck from");
    }
    line
}
