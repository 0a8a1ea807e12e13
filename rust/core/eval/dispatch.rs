//! Which instructions the bulk evaluator is compiled for, chosen at run time.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls of functions compiled for what the processor has been found to have"
    )
)]
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use std::sync::LazyLock;

use thiserror::Error;

#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::lanes::{Portable, Stages};
use crate::vocabulary::{WordError, vocabulary};

vocabulary! {
    /// An instruction set that the bulk evaluator is compiled for. All give the same answers.
    ///
    /// ```
    /// use stud8::eval::Path;
    ///
    /// assert_eq!("avx2".parse(), Ok(Path::Avx2));
    /// assert!(Path::Baseline.available());
    /// ```
    #[derive(PartialOrd, Ord)]
    pub enum Path, "instruction set", PathError {
        /// What every processor of the architecture has: SSE2 or NEON.
        Baseline = "baseline",
        /// x86-64 with AVX2.
        Avx2 = "avx2",
        /// x86-64 with AVX-512 and its byte, word and bit extensions (Ice Lake, Zen 4 and later).
        Avx512 = "avx512",
    }
}

impl Path {
    /// Whether this processor has the instructions.
    #[must_use]
    pub fn available(self) -> bool {
        match self {
            Path::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The path that the environment variable `STUD8_SIMD` names, else the fastest that is available. It is read once.
    ///
    /// # Errors
    /// [`PathError`] if the variable names no path, or one that this processor hasn't got.
    pub fn best() -> Result<Path, PathError> {
        static BEST: LazyLock<Result<Path, PathError>> =
            LazyLock::new(|| match std::env::var_os("STUD8_SIMD") {
                Some(name) => Path::forced(&name.to_string_lossy()),
                None => {
                    Ok(Path::ALL.into_iter().rev().find(|path| path.available()).unwrap_or(Path::Baseline))
                }
            });
        BEST.clone()
    }

    fn forced(name: &str) -> Result<Path, PathError> {
        let path: Path = name.parse()?;
        if path.available() { Ok(path) } else { Err(PathError::Unavailable { path }) }
    }
}

/// Why there is no such path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// A text that names no path.
    #[error("{text:?} is no instruction set: baseline, avx2 or avx512")]
    Unknown {
        /// The text.
        text: String,
    },
    /// This processor can't.
    #[error("this processor hasn't got {path}")]
    Unavailable {
        /// The path.
        path: Path,
    },
}

impl From<WordError> for PathError {
    fn from(error: WordError) -> PathError {
        PathError::Unknown { text: error.text }
    }
}

/// A kernel that is compiled for each path: `run` must be `#[inline(always)]`, and all that it should vectorise too.
pub(super) trait Kernel {
    fn run(self, stages: impl Stages);
}

/// A function that runs a kernel compiled for these features, and one that says whether the processor has them.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($run:ident, $has:ident: $($feature:tt)+) => {
        pub(super) fn $has() -> bool {
            $(std::arch::is_x86_feature_detected!($feature))&&+
        }

        $(#[target_feature(enable = $feature)])+
        fn $run(kernel: impl Kernel, stages: impl Stages) {
            kernel.run(stages);
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(run_avx2, has_avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
#[cfg(target_arch = "x86_64")]
compiled_for!(run_avx512, has_avx512:
    "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512bitalg" "avx512vpopcntdq" "avx512vbmi" "bmi1" "bmi2" "lzcnt" "popcnt");

/// Runs the kernel with the instructions of a path; an unavailable one is the baseline.
pub(super) fn run(path: Path, kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    match path {
        Path::Baseline => {}
        Path::Avx2 => {
            if has_avx2() {
                // SAFETY: the processor has each feature that the function is compiled for.
                return unsafe { run_avx2(kernel, Portable) };
            }
        }
        Path::Avx512 => {
            if let Some(stages) = Avx512::detected() {
                // SAFETY: the processor has each feature that the function is compiled for.
                return unsafe { run_avx512(kernel, stages) };
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = path;
    kernel.run(Portable);
}

/// Work of other modules that is compiled for each path: as in [`Kernel`], all of it must be inlined.
pub(crate) trait Task {
    type Output;
    fn run(self) -> Self::Output;
}

/// Performs the task with the instructions of a path; an unavailable one is the baseline.
pub(crate) fn perform<T: Task>(path: Path, task: T) -> T::Output {
    let mut output = None;
    run(path, Perform { task, output: &mut output });
    output.expect("a kernel runs once")
}

struct Perform<'a, T: Task> {
    task: T,
    output: &'a mut Option<T::Output>,
}

impl<T: Task> Kernel for Perform<'_, T> {
    #[inline(always)]
    fn run(self, _: impl Stages) {
        *self.output = Some(self.task.run());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_names() {
        for path in Path::ALL {
            assert_eq!(path.to_string().parse(), Ok(path));
        }
        let error = "sse".parse::<Path>().unwrap_err();
        assert_eq!(error.to_string(), "\"sse\" is no instruction set: baseline, avx2 or avx512");
        assert_eq!(Path::forced("sse"), Err(error));
        let error = PathError::Unavailable { path: Path::Avx512 };
        assert_eq!(error.to_string(), "this processor hasn't got avx512");
    }

    #[test]
    fn a_task_gives_its_answer_on_every_path() {
        struct Double(u32);
        impl Task for Double {
            type Output = u32;
            #[inline(always)]
            fn run(self) -> u32 {
                2 * self.0
            }
        }
        for path in Path::ALL {
            assert_eq!(perform(path, Double(21)), 42, "{path}");
        }
    }

    #[test]
    fn a_path_can_be_forced_where_it_is_available() {
        assert_eq!(Path::forced("baseline"), Ok(Path::Baseline));
        for path in Path::ALL {
            assert_eq!(Path::forced(path.as_str()).is_ok(), path.available(), "{path}");
        }
        assert!(Path::best().is_ok_and(Path::available));
    }
}
