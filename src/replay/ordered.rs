//! Work on many things on several threads, with the results in order and bounded memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};

/// How far a worker may be ahead of the consumer, in results a worker.
const AHEAD: usize = 64;

/// Calls `work` on each item on up to `jobs` threads, each with a context of its own from `context`, and `consume` on
/// each result in the order of the items, on the calling thread, until it returns false or `stop` is set.
pub fn for_each<T: Sync, C, R: Send>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    context: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, &T) -> R + Sync,
    mut consume: impl FnMut(&T, R) -> bool,
) {
    let jobs = jobs.clamp(1, items.len().max(1));
    let next = AtomicUsize::new(0);
    let gate = Gate::default();
    let (sender, results) = sync_channel::<(usize, R)>(AHEAD * jobs);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let (next, gate, context, work) = (&next, &gate, &context, &work);
            scope.spawn(move || {
                let mut context = context();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    gate.wait_until_near(index, AHEAD * jobs, stop);
                    if stop.load(Ordering::Relaxed) || sender.send((index, work(&mut context, item))).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        'receive: for (index, result) in &results {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                let Some(item) = items.get(due) else { break };
                if stop.load(Ordering::Relaxed) || !consume(item, result) {
                    break 'receive;
                }
                due += 1;
                gate.open_to(due);
            }
        }
        gate.close();
        drop(results);
    });
}

/// Holds workers back that are too far ahead of the consumer.
#[derive(Default)]
struct Gate {
    done: Mutex<usize>,
    moved: Condvar,
}

impl Gate {
    fn wait_until_near(&self, index: usize, ahead: usize, stop: &AtomicBool) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        while index >= done.saturating_add(ahead) && !stop.load(Ordering::Relaxed) {
            done = self.moved.wait(done).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn open_to(&self, done: usize) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = done;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.open_to(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_jobs() {
        let items: Vec<u64> = (0..5000).collect();
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let stop = AtomicBool::new(false);
            for_each(
                &items,
                jobs,
                &stop,
                || (),
                |(), item| item * 2,
                |item, double| {
                    assert_eq!(double, item * 2);
                    seen.push(*item);
                    true
                },
            );
            assert_eq!(seen, items);
        }
    }

    #[test]
    fn the_consumer_can_end_it() {
        let items: Vec<u64> = (0..5000).collect();
        let mut seen = 0;
        let stop = AtomicBool::new(false);
        for_each(
            &items,
            3,
            &stop,
            || (),
            |(), item| *item,
            |_, _| {
                seen += 1;
                seen < 10
            },
        );
        assert_eq!(seen, 10);
    }
}
