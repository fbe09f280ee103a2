//! The recipes of `docs/ci.md` and the action do what they say: each script is run as a CI system would, in a project
//! of its own. `cargo` is a stand-in that knows how trailcheck is installed, and nothing else.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    reason = "a test may stop, and writes what it reads"
)]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};
use trailcheck::report::starter::ci;

const CARGO: &str = "#!/bin/sh
case \"$*\" in
  'install --locked --git https://example.invalid/trailcheck.git trailcheck') ;;
  \"install --locked --path $GITHUB_ACTION_PATH --root $RUNNER_TEMP/trailcheck\") ;;
  *) echo \"cargo $*\" >&2; exit 99 ;;
esac
";

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The fenced blocks of one language in the page.
fn blocks(language: &str) -> Vec<String> {
    let page = fs::read_to_string(package().join("docs/ci.md")).unwrap();
    let opening = format!("```{language}\n");
    let after = page.split(&opening).skip(1);
    after.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// One job: its scripts in order, as many times as it is to be run.
struct Job {
    scripts: Vec<String>,
    times: u64,
}

/// The jobs of a workflow or of a GitLab file, in order of dependence.
fn jobs(recipe: &Value) -> Vec<Job> {
    let github = recipe["jobs"].as_object();
    let (jobs, field) = github.map_or((recipe.as_object().unwrap(), "script"), |jobs| (jobs, "steps"));
    let mut jobs: Vec<&Value> = jobs.values().collect();
    jobs.sort_by_key(|job| job["needs"].is_string());
    let job = |job: &&Value| {
        let steps = job[field].as_array().unwrap_or_else(|| panic!("no {field} in {job}"));
        let script = |step: &Value| step["run"].as_str().or_else(|| step.as_str()).map(str::to_owned);
        let shards = job["strategy"]["matrix"]["shard"].as_array().map(|shards| shards.len() as u64);
        Job {
            scripts: steps.iter().filter_map(script).collect(),
            times: shards.or_else(|| job["parallel"].as_u64()).unwrap_or(1),
        }
    };
    jobs.iter().map(job).collect()
}

/// A project in a repository, and what a CI system puts around it.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Self {
        let project = Self { folder: tempdir().unwrap() };
        for folder in ["work", "bin", "temp"] {
            fs::create_dir(project.at(folder)).unwrap();
        }
        project.put("bin/cargo", CARGO);
        fs::set_permissions(project.at("bin/cargo"), fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(project.script("trailcheck init", 1, 1).0, 0);
        project
    }

    /// Makes it a repository whose remote has the project as it is.
    fn commit(&self) {
        let commit = "git init -q -b work && git add -A && \
            git -c user.name=x -c user.email=x@example.invalid commit -qm first && \
            git update-ref refs/remotes/origin/main HEAD";
        assert_eq!(self.script(commit, 1, 1).0, 0);
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        fs::write(self.at(path), text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Runs a script as shard `shard` of `of`; its exit code, and what it said.
    fn script(&self, script: &str, shard: u64, of: u64) -> (i32, String) {
        let script = script.replace("${{ matrix.shard }}", &shard.to_string());
        assert!(!script.contains("${{"), "an expression that the test does not know: {script}");
        let ours = Path::new(env!("CARGO_BIN_EXE_trailcheck")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("sh")
            .args(["-eu", "-c", &script])
            .current_dir(self.at("work"))
            .env("PATH", format!("{}:{}:{path}", self.at("bin").display(), ours.display()))
            .env("CI", "true")
            .env("TRAILCHECK_GIT", ci::NO_REPOSITORY)
            .env("GITHUB_BASE_REF", "main")
            .env("GITHUB_STEP_SUMMARY", self.at("temp/summary.md"))
            .env("GITHUB_ACTION_PATH", package())
            .env("GITHUB_PATH", self.at("temp/path"))
            .env("RUNNER_TEMP", self.at("temp"))
            .env("CI_NODE_INDEX", shard.to_string())
            .env("CI_NODE_TOTAL", of.to_string())
            .env("PATHS", "scenarios")
            .env("JUNIT", "trailcheck.xml")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap(), said.into_owned())
    }

    /// Runs every script of a recipe; the first exit code that is not 0.
    fn recipe(&self, recipe: &Value) -> (i32, String) {
        let mut all = String::new();
        for job in jobs(recipe) {
            for shard in 1..=job.times {
                for script in &job.scripts {
                    let (code, said) = self.script(script, shard, job.times);
                    all.push_str(&said);
                    if code != 0 {
                        return (code, all);
                    }
                }
            }
        }
        (0, all)
    }

    fn break_the_scenario(&self) {
        let path = "work/scenarios/primary_hangs.yaml";
        let text = self.read(path);
        let broken = text.replace("outcome: useful_result", "outcome: transport_failed");
        assert_ne!(text, broken);
        self.put(path, &broken);
    }
}

fn uses_later_commands(recipe: &str) -> bool {
    recipe.contains("trailcheck merge") || recipe.contains("trailcheck diff")
}

#[test]
fn every_recipe_is_green_where_all_is_well_and_red_where_a_scenario_fails() {
    let mut run = 0;
    for text in blocks("yaml").iter().filter(|text| !uses_later_commands(text) && !text.contains("OWNER")) {
        let recipe = yaml(text);
        let project = Project::new();
        let (code, said) = project.recipe(&recipe);
        assert_eq!(code, 0, "{said}");
        assert!(project.read("work/trailcheck.xml").contains("<testsuites"), "{text}");
        project.break_the_scenario();
        let (code, said) = project.recipe(&recipe);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("primary_hangs.yaml:"), "{said}");
        run += 1;
    }
    assert!(run >= 3, "only {run} recipes were found");
}

fn has_git() -> bool {
    Command::new("git").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn the_recipes_that_merge_and_compare_do_so() {
    // A source archive can be tested where there is no git.
    if !has_git() {
        return;
    }
    let mut run = 0;
    for text in blocks("yaml").iter().filter(|text| uses_later_commands(text)) {
        let project = Project::new();
        project.commit();
        let (code, said) = project.recipe(&yaml(text));
        assert_eq!(code, 0, "{text}\n{said}");
        if text.contains("trailcheck merge") {
            assert_eq!(project.read("work/trails.jsonl").lines().count(), 2);
            fs::remove_dir_all(project.at("work/scenarios")).unwrap();
            assert_ne!(project.recipe(&yaml(text)).0, 0, "a suite of nothing was green");
        } else {
            let snapshot = "work/snapshots/primary_hangs.snap";
            let changed = project.read(snapshot).replace("useful_result", "transport_failed");
            project.put(snapshot, &changed);
            let (code, said) = project.recipe(&yaml(text));
            assert_eq!(code, 1, "{said}");
            assert!(project.read("temp/summary.md").contains("primary_hangs"));
        }
        run += 1;
    }
    assert_eq!(run, 2);
}

#[test]
fn the_shell_recipe_stops_where_a_scenario_fails() {
    let scripts = blocks("sh");
    assert_eq!(scripts.len(), 1);
    let project = Project::new();
    assert_eq!(project.script(&scripts[0], 1, 1).0, 0);
    project.break_the_scenario();
    assert_eq!(project.script(&scripts[0], 1, 1).0, 1);
    assert!(project.read("work/trailcheck.xml").contains("<failure"));
}

#[test]
fn shards_of_the_recipes_are_the_suite() {
    let sharded = |text: &&String| text.contains("--partition");
    assert_eq!(blocks("yaml").iter().filter(sharded).count(), 2);
    let gitlab = blocks("yaml").into_iter().find(|text| text.contains("CI_NODE_INDEX")).unwrap();
    let project = Project::new();
    let mut ran = 0;
    for shard in 1..=3 {
        for script in &jobs(&yaml(&gitlab))[0].scripts {
            assert_eq!(project.script(script, shard, 3).0, 0);
        }
        ran += project.read("work/trailcheck.xml").matches("<testcase").count();
    }
    assert_eq!(ran, 1);
}

#[test]
fn the_page_shows_the_jobs_that_init_writes() {
    let shown = blocks("yaml");
    for job in [ci::github(None), ci::gitlab(None)] {
        assert!(shown.contains(&job), "not in docs/ci.md:\n{job}");
        assert!(job.contains("[push") || job.contains("script:"));
    }
}

#[test]
fn workflows_say_when_they_run_and_may_only_read() {
    let workflows: Vec<String> = blocks("yaml").into_iter().filter(|text| text.contains("\njobs:")).collect();
    assert_eq!(workflows.len(), 4);
    for text in workflows {
        assert!(text.contains("\non: "), "{text}");
        let workflow = yaml(&text);
        assert_eq!(workflow["permissions"], serde_json::json!({ "contents": "read" }), "{text}");
        for job in workflow["jobs"].as_object().unwrap().values() {
            assert_eq!(job["runs-on"], "ubuntu-latest");
            assert_eq!(job["steps"][0]["uses"], "actions/checkout@v4");
        }
    }
}

#[test]
fn the_action_installs_itself_and_replays() {
    let action = yaml(&fs::read_to_string(package().join("action.yml")).unwrap());
    assert_eq!(action["runs"]["using"], "composite");
    let inputs: Vec<&str> = action["inputs"].as_object().unwrap().keys().map(String::as_str).collect();
    let steps = action["runs"]["steps"].as_array().unwrap();
    let project = Project::new();
    let run = || {
        let each = steps.iter().map(|step| {
            // Composite steps must name their shell, and inputs reach a script through its environment alone.
            assert_eq!(step["shell"], "bash");
            project.script(step["run"].as_str().unwrap(), 1, 1).0
        });
        each.collect::<Vec<i32>>()
    };
    assert_eq!(run(), [0, 0]);
    let folder = project.at("temp/trailcheck/bin");
    assert_eq!(project.read("temp/path").trim_end(), folder.to_str().unwrap());
    assert!(project.read("work/trailcheck.xml").contains("<testcase"));
    project.break_the_scenario();
    assert_eq!(run(), [0, 1]);
    let environment = steps[1]["env"].as_object().unwrap();
    let passed: Vec<&str> = environment.values().filter_map(Value::as_str).collect();
    for input in &inputs {
        assert!(passed.contains(&format!("${{{{ inputs.{input} }}}}").as_str()), "{input}");
    }
    let recipe = blocks("yaml").into_iter().find(|text| text.contains("OWNER")).unwrap();
    let with = yaml(&recipe)["jobs"]["replay"]["steps"][1]["with"].clone();
    assert_eq!(with.as_object().unwrap().keys().collect::<Vec<_>>(), inputs);
}
