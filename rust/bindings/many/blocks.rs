//! Arrays cut into blocks of rows, which threads take one after the other.
//!
//! Arrays whose elements lie in order are read and written where they are. Others go through small buffers, a block at a
//! time, so that no array is ever copied whole.

use std::str;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::ndarray::{ArrayViewD, ArrayViewMutD, Axis, Ix1, Ix2};
use stud8::card::{Card, CardSet, parse_cards_or_unknown};
use stud8::eval::{self, Board, LowKind, Lows, Path};

/// What a thread takes at once, at least: less than a millisecond of work in the lanes.
pub const CHUNK: usize = 1 << 15;
/// And at most: a tenth faster than the least, for millions of rows.
const MOST: usize = 1 << 18;
/// What goes through the buffers at once: at most 32 KiB a thread.
pub const BLOCK: usize = 1 << 10;

/// The hands or boards.
pub enum Input<'a> {
    /// Rows of card numbers along the last axis.
    Cards(ArrayViewD<'a, u8>),
    /// Sets of cards as bits.
    Sets(ArrayViewD<'a, u64>),
    /// Rows of characters along the last axis, filled up with zeros.
    Text(ArrayViewD<'a, u8>),
    /// Something that is read elsewhere.
    Elsewhere,
}

/// Where the lows go.
pub enum LowOutput<'a> {
    Bytes(ArrayViewMutD<'a, u8>),
    Words(ArrayViewMutD<'a, u16>),
}

/// Where the answers go.
pub enum Output<'a> {
    Hands { kind: LowKind, high: ArrayViewMutD<'a, u16>, low: LowOutput<'a> },
    Boards(ArrayViewMutD<'a, u16>),
}

/// Rows and where their answers go.
pub struct Block<'a> {
    /// The number of the first row among all.
    pub first: usize,
    pub source: Input<'a>,
    pub target: Output<'a>,
}

/// What is done with each block.
#[derive(Clone, Copy)]
pub struct Pass {
    pub path: Path,
    /// Look for bad rows.
    pub check: bool,
    /// Write the answers.
    pub write: bool,
}

/// Buffers for what doesn't lie in order.
#[derive(Default)]
pub struct Scratch {
    bytes: Vec<u8>,
    sets: Vec<u64>,
    answers: Buffers,
}

#[derive(Default)]
struct Buffers {
    words: Vec<u16>,
    low_bytes: Vec<u8>,
    low_words: Vec<u16>,
}

/// Both halves of an array, cut along an axis.
macro_rules! halves {
    ($view:expr, $axis:expr, $at:expr, $variant:path) => {{
        let (left, right) = $view.split_at($axis, $at);
        ($variant(left), $variant(right))
    }};
}

impl<'a> Output<'a> {
    pub fn shape(&self) -> &[usize] {
        match self {
            Output::Hands { high: array, .. } | Output::Boards(array) => array.shape(),
        }
    }

    /// The same place for a shorter time, which the borrow checker can't shorten by itself.
    pub fn reborrow(&mut self) -> Output<'_> {
        match self {
            Output::Boards(numbers) => Output::Boards(numbers.view_mut()),
            Output::Hands { kind, high, low } => Output::Hands {
                kind: *kind,
                high: high.view_mut(),
                low: match low {
                    LowOutput::Bytes(low) => LowOutput::Bytes(low.view_mut()),
                    LowOutput::Words(low) => LowOutput::Words(low.view_mut()),
                },
            },
        }
    }

    fn split(self, axis: Axis, at: usize) -> (Output<'a>, Output<'a>) {
        match self {
            Output::Boards(numbers) => halves!(numbers, axis, at, Output::Boards),
            Output::Hands { kind, high, low } => {
                let (high, other_high) = high.split_at(axis, at);
                let (low, other_low) = match low {
                    LowOutput::Bytes(low) => halves!(low, axis, at, LowOutput::Bytes),
                    LowOutput::Words(low) => halves!(low, axis, at, LowOutput::Words),
                };
                (Output::Hands { kind, high, low }, Output::Hands { kind, high: other_high, low: other_low })
            }
        }
    }

    fn is_whole(&self, rows: &[usize]) -> bool {
        match self {
            Output::Boards(array) => array.shape() == rows,
            Output::Hands { high, low, .. } => {
                high.shape() == rows
                    && rows
                        == match low {
                            LowOutput::Bytes(low) => low.shape(),
                            LowOutput::Words(low) => low.shape(),
                        }
            }
        }
    }

    fn is_in_order(&self) -> bool {
        match self {
            Output::Boards(array) => array.is_standard_layout(),
            Output::Hands { high, low, .. } => {
                high.is_standard_layout()
                    && match low {
                        LowOutput::Bytes(low) => low.is_standard_layout(),
                        LowOutput::Words(low) => low.is_standard_layout(),
                    }
            }
        }
    }
}

impl<'a> Block<'a> {
    pub fn len(&self) -> usize {
        self.target.shape().iter().product()
    }

    /// Cuts the block in two, the first rows first; the block has more than one row.
    pub fn split(self) -> (Block<'a>, Block<'a>) {
        // Along the first axis that can be cut each half is a run of rows.
        let shape = self.target.shape();
        let axis = shape.iter().position(|&length| length > 1).unwrap_or(0);
        let at = shape[axis] / 2;
        let rows = at * shape[axis + 1..].iter().product::<usize>();
        let axis = Axis(axis);
        let (target, other_target) = self.target.split(axis, at);
        let (source, other_source) = match self.source {
            Input::Cards(cards) => halves!(cards, axis, at, Input::Cards),
            Input::Sets(sets) => halves!(sets, axis, at, Input::Sets),
            Input::Text(text) => halves!(text, axis, at, Input::Text),
            Input::Elsewhere => (Input::Elsewhere, Input::Elsewhere),
        };
        (
            Block { first: self.first, source, target },
            Block { first: self.first + rows, source: other_source, target: other_target },
        )
    }

    /// Whether there is a place for the answers to each row, and no other.
    pub fn is_whole(&self) -> bool {
        let rows = match &self.source {
            Input::Cards(cards) | Input::Text(cards) => cards.shape().split_last().map(|(_, rows)| rows),
            Input::Sets(sets) => Some(sets.shape()),
            Input::Elsewhere => return self.target.is_whole(self.target.shape()),
        };
        rows.is_some_and(|rows| self.target.is_whole(rows))
    }

    fn is_in_order(&self) -> bool {
        self.target.is_in_order()
            && match &self.source {
                Input::Cards(cards) => cards.is_standard_layout(),
                Input::Sets(sets) => sets.is_standard_layout(),
                Input::Text(_) | Input::Elsewhere => false,
            }
    }

    /// Does the work for these rows, or tells the number of the first bad one.
    pub fn work(self, pass: Pass, scratch: &mut Scratch) -> Result<(), usize> {
        if self.len() > BLOCK && !self.is_in_order() {
            let (left, right) = self.split();
            left.work(pass, scratch)?;
            return right.work(pass, scratch);
        }
        let Block { first, source, target } = self;
        let Scratch { bytes, sets, answers } = scratch;
        let found = match (source, target) {
            (Input::Elsewhere, _) => Ok(()),
            (Input::Cards(cards), target) => {
                let k = cards.shape().last().copied().unwrap_or(1);
                pass.do_rows(in_order(&cards, bytes), k, target, answers)
            }
            (Input::Sets(given), target) => pass.do_sets(in_order(&given, sets), target, answers),
            (Input::Text(text), target @ Output::Hands { .. }) => {
                sets.clear();
                for (row, text) in lines(&text, bytes).enumerate() {
                    sets.push(hand_of(text).ok_or(first + row)?.bits());
                }
                Pass { check: true, ..pass }.do_sets(sets, target, answers)
            }
            (Input::Text(text), Output::Boards(mut numbers)) => {
                let boards = &mut answers.words;
                boards.clear();
                for (row, text) in lines(&text, bytes).enumerate() {
                    boards.push(board_of(text).ok_or(first + row)?.number());
                }
                if pass.write {
                    scatter(&mut numbers, boards);
                }
                Ok(())
            }
        };
        found.map_err(|row| first + row)
    }
}

impl Pass {
    /// The rows of `k` cards, or the first bad one.
    fn do_rows(self, cards: &[u8], k: usize, target: Output<'_>, buffers: &mut Buffers) -> Result<(), usize> {
        let Pass { path, check, write } = self;
        if !write {
            return if check { eval::find_bad_row(path, cards, k).map_or(Ok(()), Err) } else { Ok(()) };
        }
        match target {
            Output::Hands { kind, high, low } => fill_hands(high, low, buffers, |high, low| {
                if check {
                    return eval::try_evaluate_rows(path, cards, k, kind, high, low);
                }
                eval::evaluate_rows(path, cards, k, kind, high, low);
                Ok(())
            }),
            Output::Boards(mut numbers) => fill(&mut numbers, &mut buffers.words, |numbers| {
                if check {
                    return eval::try_board_rows(path, cards, k, numbers);
                }
                eval::board_rows(path, cards, k, numbers);
                Ok(())
            }),
        }
    }

    /// The sets, or the first bad one.
    fn do_sets(self, sets: &[u64], target: Output<'_>, buffers: &mut Buffers) -> Result<(), usize> {
        let Pass { path, check, write } = self;
        match target {
            Output::Hands { kind, high, low } if write => fill_hands(high, low, buffers, |high, low| {
                if check {
                    return eval::try_evaluate_sets(path, sets, kind, high, low);
                }
                eval::evaluate_sets(path, sets, kind, high, low);
                Ok(())
            }),
            _ if check => eval::find_bad_set(path, sets).map_or(Ok(()), Err),
            _ => Ok(()),
        }
    }
}

/// Rows that several threads work through together.
pub struct Queue<'a> {
    blocks: Mutex<Vec<Block<'a>>>,
    chunk: usize,
    pass: Pass,
    bad: AtomicUsize,
    stopped: AtomicBool,
}

impl<'a> Queue<'a> {
    /// The work of so many threads.
    pub fn new(block: Block<'a>, pass: Pass, threads: usize) -> Queue<'a> {
        // Several chunks for each thread: the first to be free takes more of them.
        let chunk = (block.len() / (4 * threads)).clamp(CHUNK, MOST);
        let blocks = Mutex::new(vec![block]);
        Queue { blocks, chunk, pass, bad: AtomicUsize::new(usize::MAX), stopped: AtomicBool::new(false) }
    }

    /// The next rows in ascending order: what comes after a bad one need not be looked at.
    fn next(&self) -> Option<Block<'a>> {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut block = blocks.pop()?;
        while block.len() > self.chunk {
            let (left, right) = block.split();
            blocks.push(right);
            block = left;
        }
        let wanted = !self.stopped.load(Ordering::Relaxed) && block.first < self.bad.load(Ordering::Relaxed);
        wanted.then_some(block)
    }

    /// Works along, and says whether there is more to do when the time is up.
    pub fn work(&self, time: Option<Duration>) -> bool {
        let (start, mut scratch) = (Instant::now(), Scratch::default());
        while let Some(block) = self.next() {
            if let Err(row) = block.work(self.pass, &mut scratch) {
                self.bad.fetch_min(row, Ordering::Relaxed);
            }
            if time.is_some_and(|time| start.elapsed() >= time) {
                return true;
            }
        }
        false
    }

    /// No more rows are taken.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The number of the first bad row of all, when all have been worked through.
    pub fn bad(&self) -> Option<usize> {
        Some(self.bad.load(Ordering::Relaxed)).filter(|&row| row != usize::MAX)
    }
}

/// A hand from characters up to the first zero.
fn hand_of(text: &[u8]) -> Option<CardSet> {
    // Two characters a card and nothing between is read several times as fast.
    let mut set = CardSet::EMPTY;
    let plain = |pair: &[u8]| Card::from_ascii(pair[0], pair[1]).is_some_and(|card| set.insert(card));
    if text.len().is_multiple_of(2) && text.chunks_exact(2).all(plain) {
        return Some(set);
    }
    str::from_utf8(text).ok()?.parse().ok()
}

/// A board from characters up to the first zero.
fn board_of(text: &[u8]) -> Option<Board> {
    let cards = parse_cards_or_unknown(str::from_utf8(text).ok()?).ok()?;
    CardSet::from_distinct(cards.iter().flatten().copied()).ok()?;
    (1..=4).contains(&cards.len()).then(|| Board::new(&cards))
}

/// A row of characters without the zeros that fill it up.
pub fn trimmed(text: &[u8]) -> &[u8] {
    let filled = text.iter().rev().take_while(|&&byte| byte == 0).count();
    &text[..text.len() - filled]
}

/// The rows of characters.
fn lines<'a>(text: &'a ArrayViewD<'_, u8>, buffer: &'a mut Vec<u8>) -> impl Iterator<Item = &'a [u8]> {
    let width = text.shape().last().copied().unwrap_or(1).max(1);
    in_order(text, buffer).chunks_exact(width).map(trimmed)
}

/// The elements in order: where they are if they lie so, else copied to the buffer.
fn in_order<'a, T: Copy + Default>(view: &'a ArrayViewD<'_, T>, buffer: &'a mut Vec<T>) -> &'a [T] {
    if let Some(slice) = view.as_slice() {
        return slice;
    }
    buffer.clear();
    gather(view.view(), buffer);
    buffer
}

fn gather<T: Copy + Default>(view: ArrayViewD<'_, T>, buffer: &mut Vec<T>) {
    // Iterating over arrays of any dimension costs several times as much as over those of one or two.
    match view.ndim() {
        0 | 1 => match view.into_dimensionality::<Ix1>() {
            Ok(view) => buffer.extend(view.iter().copied()),
            Err(_) => unreachable!("an array of no dimension lies in order"),
        },
        2 => {
            let Ok(view) = view.into_dimensionality::<Ix2>() else { unreachable!("it has two dimensions") };
            // Column by column: twice to four times as fast as row by row, for short rows.
            let (start, width) = (buffer.len(), view.ncols());
            buffer.resize(start + view.len(), T::default());
            for (place, column) in view.columns().into_iter().enumerate() {
                let slots = buffer[start + place..].iter_mut().step_by(width);
                slots.zip(column).for_each(|(slot, element)| *slot = *element);
            }
        }
        _ => view.outer_iter().for_each(|view| gather(view, buffer)),
    }
}

/// Writes the values to the array in order.
pub fn scatter<T: Copy>(view: &mut ArrayViewMutD<'_, T>, values: &[T]) {
    match view.view_mut().into_dimensionality::<Ix1>() {
        Ok(mut view) => view.iter_mut().zip(values).for_each(|(slot, value)| *slot = *value),
        Err(_) => view.iter_mut().zip(values).for_each(|(slot, value)| *slot = *value),
    }
}

/// Lets the array be filled as a slice, by way of the buffer if its elements don't lie in order.
fn fill<T: Copy + Default, E>(
    view: &mut ArrayViewMutD<'_, T>,
    buffer: &mut Vec<T>,
    write: impl FnOnce(&mut [T]) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(slice) = view.as_slice_mut() {
        return write(slice);
    }
    buffer.clear();
    buffer.resize(view.len(), T::default());
    write(buffer)?;
    scatter(view, buffer);
    Ok(())
}

fn fill_hands<E>(
    mut high: ArrayViewMutD<'_, u16>,
    low: LowOutput<'_>,
    Buffers { words, low_bytes, low_words }: &mut Buffers,
    write: impl FnOnce(&mut [u16], Lows<'_>) -> Result<(), E>,
) -> Result<(), E> {
    fill(&mut high, words, |high| match low {
        LowOutput::Bytes(mut low) => fill(&mut low, low_bytes, |low| write(high, Lows::Bytes(low))),
        LowOutput::Words(mut low) => fill(&mut low, low_words, |low| write(high, Lows::Words(low))),
    })
}
