//! A side at a revision, read through git without touching the work tree.

use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use trailcheck::trail::read::Placed;

use super::side::{Order, Trails, Unreadable, snapshot_trails, trail_file};

/// The largest object that is read: what a snapshot may have.
const MAX_OBJECT_BYTES: u64 = 1 << 30;

/// Opens what stands at `path`, from the working folder, at a revision.
pub(super) fn open(
    revision: &str,
    path: &str,
    order: Order,
    working_folder: &Path,
) -> Result<Trails, String> {
    let git = Git { working_folder };
    let shown = format!("git:{revision}:{path}");
    let commit = git.commit(revision)?;
    let objects = git.objects(&commit, path)?;
    if let [object] = objects.as_slice()
        && object.path == path.trim_start_matches("./")
        && !has_snapshot_name(path)
    {
        let content = git.command(&["cat-file", "blob", &object.id]).stdout(Stdio::piped()).spawn();
        let content = content.and_then(Running::new).map_err(|error| cannot_start(&error))?;
        return trail_file(BufReader::new(content), order, shown);
    }
    let prefix = format!("{}/", path.trim_start_matches("./").trim_end_matches('/'));
    let mut files: Vec<(String, String)> = Vec::new();
    for object in objects {
        let below = object.path.strip_prefix(&prefix).unwrap_or(&object.path);
        if let Some(name) = below.strip_suffix(".snap") {
            files.push((name.to_owned(), object.id));
        }
    }
    if files.is_empty() {
        return Err(format!("{shown}: there are no snapshots; is the path right, from the working folder?"));
    }
    files.sort_unstable();
    let mut batch = Batch::start(&git)?;
    Ok(Box::new(files.into_iter().flat_map(move |(name, id)| -> Vec<Result<Placed, Unreadable>> {
        let shown = format!("{shown}/{name}.snap");
        match batch.read(&id) {
            Ok(bytes) => snapshot_trails(&name, bytes, &shown),
            Err(error) => vec![Err(Unreadable::Problem(format!("{shown} cannot be read: {error}")))],
        }
    })))
}

fn has_snapshot_name(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "snap")
}

/// A file in a tree.
struct Object {
    id: String,
    path: String,
}

struct Git<'f> {
    working_folder: &'f Path,
}

impl Git<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        // Reading must not write, not even to refresh the index.
        command.args(arguments).current_dir(self.working_folder).env("GIT_OPTIONAL_LOCKS", "0");
        command.stdin(Stdio::null());
        command
    }

    fn output(&self, arguments: &[&str]) -> Result<Output, String> {
        self.command(arguments).output().map_err(|error| cannot_start(&error))
    }

    fn commit(&self, revision: &str) -> Result<String, String> {
        let wanted = format!("{revision}^{{commit}}");
        let output = self.output(&["rev-parse", "--verify", "--end-of-options", &wanted])?;
        if output.status.success() {
            return Ok(text(&output.stdout).trim().to_owned());
        }
        let words = text(&output.stderr);
        if words.contains("not a git repository") {
            return Err(
                "this is no git repository; compare with a trail file or a folder of snapshots".to_owned()
            );
        }
        Err(format!(
            "git knows no revision `{revision}`; fetch it first, or check its spelling (git says: {})",
            words.trim().lines().next().unwrap_or_default()
        ))
    }

    /// The files at or below a path.
    fn objects(&self, commit: &str, path: &str) -> Result<Vec<Object>, String> {
        let output = self.output(&["ls-tree", "-r", "-z", commit, "--", path])?;
        if !output.status.success() {
            return Err(format!("git cannot read `{path}`: {}", text(&output.stderr).trim()));
        }
        let mut objects = Vec::new();
        for line in output.stdout.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
            let line = str::from_utf8(line).map_err(|_| format!("a name below `{path}` is not UTF-8"))?;
            let Some((facts, path)) = line.split_once('\t') else { continue };
            let mut facts = facts.split(' ');
            // Links lead elsewhere, and other repositories are not read.
            if let (Some("100644" | "100755"), Some("blob"), Some(id)) =
                (facts.next(), facts.next(), facts.next())
            {
                objects.push(Object { id: id.to_owned(), path: path.to_owned() });
            }
        }
        Ok(objects)
    }
}

fn cannot_start(error: &io::Error) -> String {
    format!(
        "git cannot be started: {error}; install git, or compare with a trail file or a folder of snapshots"
    )
}

/// What git says, without what drives a terminal.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().filter(|c| !c.is_control() || *c == '\n').collect()
}

/// The output of a git that ends with whoever reads it.
struct Running {
    child: Child,
    stdout: ChildStdout,
}

impl Running {
    fn new(mut child: Child) -> io::Result<Self> {
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { child, stdout })
    }
}

impl Read for Running {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stdout.read(buffer)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One git that gives object after object.
struct Batch {
    stdin: ChildStdin,
    output: BufReader<Running>,
}

impl Batch {
    fn start(git: &Git<'_>) -> Result<Self, String> {
        let mut command = git.command(&["cat-file", "--batch"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| cannot_start(&error))?;
        let stdin = child.stdin.take().ok_or_else(|| "git takes no input".to_owned())?;
        let running = Running::new(child).map_err(|error| cannot_start(&error))?;
        Ok(Self { stdin, output: BufReader::new(running) })
    }

    fn read(&mut self, id: &str) -> io::Result<Vec<u8>> {
        self.stdin.write_all(format!("{id}\n").as_bytes())?;
        self.stdin.flush()?;
        let mut heading = String::new();
        self.output.read_line(&mut heading)?;
        let size = heading.trim_end().rsplit(' ').next().and_then(|size| size.parse::<u64>().ok());
        let size = size.filter(|size| *size <= MAX_OBJECT_BYTES).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, format!("git says `{}`", heading.trim_end()))
        })?;
        let mut bytes = Vec::new();
        (&mut self.output).take(size).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // A line end closes each object.
        self.output.read_line(&mut String::new())?;
        Ok(bytes)
    }
}
