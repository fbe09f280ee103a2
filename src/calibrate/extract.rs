//! Pages to feature rows, in parallel, in order, with flat memory.
//!
//! Worker `w` of `W` takes jobs `w`, `w + W`, `w + 2W`, … and sends its rows through a channel of bounded length;
//! the caller
//! takes one row from each in turn. So the order is that of the jobs, nothing is sorted, and a slow caller stops the
//! workers. A page that brings its reader down is a row with its error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::class::Class;
use super::subject::Subject;

/// Rows that a worker may be ahead of the caller.
const AHEAD: usize = 64;

/// One page to measure.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// How the page is called.
    pub page: String,
    /// The truth, where it is known.
    pub label: Option<Class>,
    /// What was asked.
    pub query: String,
    /// Its language, as it is labelled.
    pub lang: String,
    /// Its site, as it is labelled.
    pub site: String,
    /// The HTTP header's value.
    pub content_type: Option<String>,
    /// The bytes, or why there are none.
    pub body: Body,
}

/// Where a page's bytes are.
#[derive(Clone, Debug, Default)]
pub enum Body {
    /// To be asked of the page source.
    #[default]
    Stored,
    /// Here.
    Given(Vec<u8>),
    /// Nowhere, for this reason.
    Failed(String),
}

/// One page measured. All features, and what dropping each marker found would make of it.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureRow {
    /// How the page is called.
    pub page: String,
    /// The truth, where it is known.
    pub label: Option<Class>,
    /// What was asked.
    pub query: String,
    /// Its language.
    pub lang: String,
    /// Its site.
    pub site: String,
    /// In the order of the checks' columns, NaN where the document has no such feature; empty with an error.
    pub values: Vec<f64>,
    /// The verdict under the settings of the extraction, without each marker phrase that was found.
    pub without: Vec<(String, Class)>,
    /// Why the page could not be judged.
    pub error: Option<String>,
}

/// What the extraction needs besides jobs.
pub struct Extraction<'a, S> {
    /// The validator.
    pub subject: &'a Subject,
    /// The settings that a dropped marker is judged under.
    pub settings: &'a [f64],
    /// Bytes of a stored page.
    pub source: S,
    /// Threads; at least 1.
    pub workers: usize,
}

impl<S: Fn(&str) -> Result<Vec<u8>, String> + Sync> Extraction<'_, S> {
    /// Measures `count` jobs, of which each worker makes its own, and gives each row to `each` in order. Ends early
    /// when
    /// `each` fails, with its error.
    pub fn run<E>(
        &self,
        count: usize,
        job: impl Fn(usize) -> Job + Sync,
        mut each: impl FnMut(FeatureRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let workers = self.workers.clamp(1, count.max(1));
        thread::scope(|scope| {
            let start = |worker: usize| {
                let (sender, receiver) = sync_channel(AHEAD);
                let job = &job;
                scope.spawn(move || self.work((worker..count).step_by(workers).map(job), &sender));
                receiver
            };
            let receivers: Vec<Receiver<FeatureRow>> = (0..workers).map(start).collect();
            let mut turns = receivers.iter().cycle();
            for _ in 0..count {
                match turns.next().map(Receiver::recv) {
                    Some(Ok(row)) => each(row)?,
                    Some(Err(_)) | None => break,
                }
            }
            // The receivers go before the threads are waited for, which ends those that still send.
            Ok(())
        })
    }

    /// The same for jobs that come one after another, such as lines of an input.
    pub fn run_stream<E>(
        &self,
        jobs: impl Iterator<Item = Job>,
        mut each: impl FnMut(FeatureRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let workers = self.workers.max(1);
        thread::scope(|scope| {
            let start = |_| {
                let (to_worker, its_jobs) = sync_channel::<Job>(2);
                let (sender, receiver) = sync_channel(AHEAD);
                scope.spawn(move || self.work(its_jobs.into_iter(), &sender));
                (to_worker, receiver)
            };
            let lanes: Vec<(SyncSender<Job>, Receiver<FeatureRow>)> = (0..workers).map(start).collect();
            let (mut given, mut taken) = (0_usize, 0_usize);
            let mut take = |taken: &mut usize| {
                let row = lanes.get(*taken % workers).and_then(|(_, rows)| rows.recv().ok());
                *taken += 1;
                row.map_or(Ok(()), &mut each)
            };
            for job in jobs {
                if given - taken >= workers * 2 {
                    take(&mut taken)?;
                }
                if let Some((to_worker, _)) = lanes.get(given % workers) {
                    // A worker ends only when its jobs do.
                    let _ = to_worker.send(job);
                }
                given += 1;
            }
            while taken < given {
                take(&mut taken)?;
            }
            Ok(())
        })
    }

    fn work(&self, jobs: impl Iterator<Item = Job>, rows: &SyncSender<FeatureRow>) {
        for job in jobs {
            if rows.send(self.measure(job)).is_err() {
                return;
            }
        }
    }

    /// Measures one page.
    pub fn measure(&self, job: Job) -> FeatureRow {
        let body = match job.body {
            Body::Stored => (self.source)(&job.page),
            Body::Given(bytes) => Ok(bytes),
            Body::Failed(why) => Err(why),
        };
        let content_type = job.content_type.as_deref();
        let read = |bytes: Vec<u8>| {
            let read = || self.subject.read(&bytes, content_type, &job.query);
            catch_unwind(AssertUnwindSafe(read))
                .unwrap_or_else(|_| Err("brought the validator down: please report it".to_owned()))
        };
        let reading = body.and_then(super::source::checked).and_then(read);
        let (values, without, error) = match reading {
            Ok(reading) => (reading.values, self.judged(reading.without), None),
            Err(why) => (Vec::new(), Vec::new(), Some(why)),
        };
        let Job { page, label, query, lang, site, .. } = job;
        FeatureRow { page, label, query, lang, site, values, without, error }
    }

    fn judged(&self, without: Vec<(usize, Vec<f64>)>) -> Vec<(String, Class)> {
        let judge = |(phrase, values): (usize, Vec<f64>)| {
            let (_, phrase) = self.subject.phrases().get(phrase)?;
            Some((phrase.clone(), self.subject.checks().judge(&values, self.settings)))
        };
        without.into_iter().filter_map(judge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_order_and_a_bad_page_is_a_row_with_its_error() {
        let subject = Subject::new(&crate::validator::Validator::default());
        let settings = subject.checks().defaults();
        let source = |page: &str| {
            if page.ends_with('7') { Err("does not exist".to_owned()) } else { Ok(b"text".to_vec()) }
        };
        let job = |index: usize| Job { page: format!("p{index}"), ..Job::default() };
        for workers in [1, 3] {
            let extraction = Extraction { subject: &subject, settings: &settings, source, workers };
            let (mut all, mut streamed) = (Vec::new(), Vec::new());
            let mut keep = |row: FeatureRow| -> Result<(), ()> {
                all.push((row.page, row.error));
                Ok(())
            };
            extraction.run(500, job, &mut keep).unwrap();
            let mut keep = |row: FeatureRow| -> Result<(), ()> {
                streamed.push((row.page, row.error));
                Ok(())
            };
            extraction.run_stream((0..500).map(job), &mut keep).unwrap();
            assert_eq!(all, streamed);
            let names: Vec<String> = (0..500).map(|index| format!("p{index}")).collect();
            assert!(all.iter().map(|(page, _)| page).eq(names.iter()));
            assert_eq!(all.iter().filter(|(_, error)| error.is_some()).count(), 50);
        }
    }

    #[test]
    fn a_caller_that_stops_stops_the_workers() {
        let subject = Subject::new(&crate::validator::Validator::default());
        let settings = subject.checks().defaults();
        let source = |_: &str| Ok(Vec::new());
        let extraction = Extraction { subject: &subject, settings: &settings, source, workers: 2 };
        assert_eq!(extraction.run(1_000_000, |_| Job::default(), |_| Err("enough")), Err("enough"));
        assert_eq!(
            extraction.run_stream((0..1_000).map(|_| Job::default()), |_| Err("enough")),
            Err("enough")
        );
    }
}
