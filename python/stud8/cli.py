"""The command ``stud8``."""

from __future__ import annotations

import json
import sys
import time
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import click

import stud8
from stud8 import replaying, summaries
from stud8.processes import processes as pool_of
from stud8.progress import bar
from stud8.verification import Report, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor


LowKind: TypeAlias = Literal["eight_or_better", "five_ranks", "any"]

STAKES = {"ante": 40, "bring_in": 50, "small_bet": 200}
BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line: bad input gives one line and exit code 2, Ctrl-C exit code 130."""
    try:
        code = stud8_command.main(standalone_mode=False)
    except click.exceptions.Exit as wanted:
        code = wanted.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx is not None else error)
        code = 0
    except click.ClickException as error:
        code = _complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to him.
        sys.stderr.close()
        code = 1
    except OSError as error:
        code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (stud8.StudError, ValueError, TypeError, OverflowError, MemoryError) as error:
        code = _complain(str(error))
    sys.exit(code)


def _complain(message: str) -> int:
    print(f"stud8: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


@click.group(name="stud8", context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(stud8.__version__, prog_name="stud8")
def stud8_command() -> None:
    """Seven-card stud high-low: evaluate, equities, match, replay, simulate, verify."""


low_option = click.option(
    "--low", type=click.Choice(["eight_or_better", "five_ranks", "any"]), default="eight_or_better"
)
threads_option = click.option(
    "--threads", type=click.IntRange(min=1), help="How many threads.  [default: all cores]"
)
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def _rules_options(default: str | None) -> Callable[[Any], Any]:
    """``--rules`` and ``--set``, which every command that plays hands takes."""
    presets = click.Choice(stud8.Rules.PRESETS)
    preset = click.option("--rules", "preset", type=presets, default=default, help="A house's rule book.")
    setting = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the rules, such as ante=25 or burn=true. May be repeated.",
    )
    return lambda command: preset(setting(command))


def _rules(preset: str, settings: Sequence[str]) -> stud8.Rules:
    """A preset with some settings; one without stakes of its own plays 40/50/200/400."""
    given = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set {setting}: write NAME=VALUE, such as ante=25")
        given[name] = _value(value)
    make = getattr(stud8.Rules, preset)
    try:
        rules: stud8.Rules = make(**given)
    except stud8.InvalidRulesError as error:
        if "missing" not in str(error):
            raise
        rules = make(**{**STAKES, **given})
    return rules


def _value(text: str) -> object:
    """A setting as the command line writes it: a JSON value, or a plain word."""
    words = {"True": True, "False": False, "None": None, "none": None}
    if text in words:
        return words[text]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        # A word; or so many digits or brackets that the rules will refuse it as one.
        return text


# ---- eval ----


@stud8_command.command("eval")
@click.argument("cards", nargs=-1, required=True)
@low_option
@as_json_option
def evaluate_command(cards: tuple[str, ...], low: LowKind, *, as_json: bool) -> None:
    """The best high and low of five to seven cards.

    Example: stud8 eval "As 2d 3h 4c 5s Kd Kc"
    """
    found = stud8.evaluate(" ".join(cards), low=low)
    if as_json:
        print(json.dumps({"high": _hand_record(found.high), "low": found.low and _hand_record(found.low)}))
        return
    for name, hand in (("high", found.high), ("low", found.low)):
        used = "" if hand is None or hand.cards is None else "  " + " ".join(map(str, hand.cards))
        print(f"{name:<5}{'no low' if hand is None else hand!s:<34}{used}".rstrip())


def _hand_record(hand: stud8.High | stud8.Low) -> dict[str, object]:
    return {"name": str(hand), "number": hand.number, "cards": [str(card) for card in hand.cards or ()]}


# ---- equity ----


@stud8_command.command("equity")
@click.argument("hands", nargs=-1, required=True)
@click.option("--dead", default="", help="Cards that can't come; ?? for a folded one that nobody saw.")
@click.option("--common", help="The common card that is out; ?? if nobody knows it.")
@low_option
@click.option("--exact", is_flag=True, help="Count every deal, however long it takes.")
@click.option("--sample", is_flag=True, help="Draw deals at random.  [default: exact within a second]")
@click.option("--trials", type=click.IntRange(min=1), help="How many deals to draw.")
@click.option("--target-error", type=float, help="The standard error to draw for.  [default: 0.0002]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Of the sample.  [default: a new one]")
@threads_option
@click.option("--next-card", "player", type=int, help="What each next card of this player does, from 0 on.")
@as_json_option
def equity_command(
    hands: tuple[str, ...],
    dead: str,
    common: str | None,
    low: LowKind,
    trials: int | None,
    target_error: float | None,
    seed: int | None,
    threads: int | None,
    player: int | None,
    *,
    exact: bool,
    sample: bool,
    as_json: bool,
) -> None:
    """What part of the pot each of two to eight hands wins.

    A hand is up to seven cards: As known, A? by rank, ?h by suit, [A-8]? by ranks, ?? not at all. What is
    missing up to seven comes at random; an empty text is a random hand.

    Example: stud8 equity "As Ac 2d" "Ks Kc Kd" --dead "5h 6h"
    """
    if exact and sample:
        raise ValueError("--exact and --sample exclude each other")
    question: dict[str, Any] = {"dead": dead, "common": common, "low": low}
    method = "exact" if exact else "sample" if sample else "auto"
    sampling = {"trials": trials, "target_error": target_error, "seed": seed}
    if exact and not any(value is not None for value in (player, *sampling.values())):
        _announce(stud8.exact_seconds(hands, **question))
    settings: dict[str, Any] = {
        **question,
        **sampling,
        "method": method,
        "threads": threads,
        "progress": True,
    }
    try:
        found = (
            stud8.equity(hands, **settings) if player is None else stud8.next_card(hands, player, **settings)
        )
    except stud8.Interrupted as stopped:
        if stopped.partial is not None:
            print(json.dumps(stopped.partial.to_dict()) if as_json else stopped.partial)
        print("stud8: interrupted", file=sys.stderr)
        raise click.exceptions.Exit(INTERRUPTED) from None
    print(json.dumps(found.to_dict()) if as_json else found)


def _announce(seconds: float) -> None:
    """Say how long a count takes, if one notices."""
    if 1 < seconds < float("inf"):
        print(f"stud8: about {_duration(seconds)} of one core", file=sys.stderr)


def _duration(seconds: float) -> str:
    """A rough time for people."""
    for size, name in ((86400 * 365.25, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds:.0f} s"


# ---- start ----


@stud8_command.command("start")
@click.argument("hand", nargs=-1)
@click.option("--door", help="The opponent's door card: the equity against it is counted.")
@threads_option
@click.option(
    "--recompute",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Count the table of all starting hands again, into this file.",
)
@click.option("--multiway", is_flag=True, help="With --recompute, the samples against two to seven hands.")
@as_json_option
def start_command(
    hand: tuple[str, ...],
    door: str | None,
    threads: int | None,
    file: Path | None,
    *,
    multiway: bool,
    as_json: bool,
) -> None:
    """What a starting hand wins against a random hand; without HAND, all 1,755 of them, the best first.

    Example: stud8 start "As Ac 2d" --door Ks
    """
    cards = " ".join(hand)
    if file is not None:
        if cards or door:
            raise ValueError("--recompute makes the whole table: leave out the hand and --door")
        file.write_text(stud8.StartingHand.recompute(multiway=multiway, progress=True), encoding="utf-8")
        return
    if multiway:
        raise ValueError("--multiway goes with --recompute")
    if door is not None:
        if not cards:
            raise ValueError("--door goes with a hand")
        try:
            found = stud8.starting_hand(cards, door=door, threads=threads, progress=True)
        except stud8.Interrupted:
            print("stud8: interrupted", file=sys.stderr)
            raise click.exceptions.Exit(INTERRUPTED) from None
        print(json.dumps(found.to_dict()) if as_json else found)
        return
    hands = [stud8.starting_hand(cards)] if cards else stud8.starting_hands()
    if as_json:
        records = [_start_record(hand) for hand in hands]
        print(json.dumps(records[0] if cards else records))
        return
    _show_starts(hands, several=bool(cards))


OPPONENTS = range(2, 8)


def _start_record(hand: stud8.StartingHand) -> dict[str, object]:
    against = {str(others): hand.against(others)._asdict() for others in OPPONENTS}
    return {**hand.to_dict(), "against": against}


def _show_starts(hands: Sequence[stud8.StartingHand], *, several: bool) -> None:
    """The table against one random hand, and for a single hand that against several."""
    columns = ("rank", "hand", "versions", "equity", "high win", "high tie", "low win", "low tie", "scoop")
    rows = [
        (
            str(hand.rank),
            hand.hand,
            str(hand.versions),
            *(
                f"{float(chance):.6f}"
                for chance in (
                    hand.share,
                    hand.high_win,
                    hand.high_tie,
                    hand.low_win,
                    hand.low_tie,
                    hand.scoop,
                )
            ),
        )
        for hand in hands
    ]
    _print_table(columns, rows)
    if several:
        found = [(others, hands[0].against(others)) for others in OPPONENTS]
        print("\nagainst more random hands, sampled")
        _print_table(
            ("hands", "equity", "±", "high", "low", "scoop"),
            [(str(others), *(f"{part:.4f}" for part in multiway)) for others, multiway in found],
        )


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """As wide as it is: texts to the left under the heading "hand", all others to the right."""
    widths = [max(len(row[n]) for row in (columns, *rows)) for n in range(len(columns))]
    for row in (columns, *rows):
        cells = zip(columns, row, widths, strict=True)
        print("  ".join(f"{text:{'<' if name == 'hand' else '>'}{width}}" for name, text, width in cells))


# ---- simulate ----


def _table_options(command: Any) -> Any:
    """What `simulate` and `match` are both told: the hands, the table and the rules."""
    for option in reversed(
        (
            click.option("--stack", type=int, help="Each player's chips.  [default: 100 big bets]"),
            _rules_options("full_tilt"),
            click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True),
            click.option(
                "--start", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="First hand."
            ),
            click.option(
                "--threads", type=click.IntRange(min=1), help="How many threads.  [default: all cores]"
            ),
            click.option("--processes", type=click.IntRange(min=1), help="Play in so many processes."),
            click.option("--dask", metavar="ADDRESS", help="Play on the dask cluster with this scheduler."),
            as_json_option,
        )
    ):
        command = option(command)
    return command


@stud8_command.command("simulate")
@click.option("--hands", type=click.IntRange(min=0), default=1_000_000, show_default=True, help="How many.")
@click.option("--players", type=click.IntRange(2, 8), default=8, show_default=True, help="At the table.")
@click.option(
    "--policies",
    default="uniform",
    show_default=True,
    help="One for all, or one for each seat with commas between: uniform, call, check_fold, tight, or "
    "module:function.",
)
@click.option("--rotate", is_flag=True, help="The policies move one seat further with each hand.")
@click.option("--classes", is_flag=True, help="Also what came of each starting hand, with --json.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A .parquet or .phhs file for all hands.",
)
@click.option(
    "--rows",
    type=click.Choice(["hand", "action"]),
    default="hand",
    show_default=True,
    help="What a row of the record is.",
)
@click.option("--overwrite", is_flag=True, help="Let the record replace a file.")
@click.option(
    "--check", type=float, default=0.0, help="The part of the hands that the reference plays again."
)
@_table_options
def simulate_command(
    hands: int,
    players: int,
    policies: str,
    rows: Literal["hand", "action"],
    record: Path | None,
    check: float,
    stack: int | None,
    preset: str,
    settings: tuple[str, ...],
    seed: int,
    start: int,
    threads: int | None,
    processes: int | None,
    dask: str | None,
    *,
    rotate: bool,
    classes: bool,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Play many hands, and print what came of them.

    Hand number n of a seed is always the same. Ctrl-C prints what is finished and how to go on.

    Example: stud8 simulate --hands 1000000 --policies tight,call,call --players 3 --rotate --seed 7
    """
    rules = _rules(preset, settings)
    stacks = None if stack is None else [stack] * players
    seated = [_policy(name) for name in policies.split(",")]
    clock = time.perf_counter()
    try:
        with bar("hands", hands) as tell, _executor(processes, dask) as executor:
            summary = stud8.simulate(
                rules,
                players=players,
                stacks=stacks,
                hands=hands,
                policies=seated if len(seated) > 1 else seated[0],
                seed=seed,
                start=start,
                threads=threads,
                progress=tell,
                rotate=rotate,
                classes=classes,
                executor=executor,
                record=record,
                rows=rows,
                overwrite=overwrite,
                check=check,
            )
    except stud8.Interrupted as stopped:
        _show_summary(stopped.partial, time.perf_counter() - clock, as_json=as_json)
        left = start + hands - stopped.start
        print(f"stud8: interrupted; go on with --start {stopped.start} --hands {left}", file=sys.stderr)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except (stud8.LostWorkersError, stud8.RecordingError) as stopped:
        if stopped.partial is not None:
            _show_summary(stopped.partial, time.perf_counter() - clock, as_json=as_json)
        raise
    _show_summary(summary, time.perf_counter() - clock, as_json=as_json)


def _policy(name: str) -> Any:
    """A native policy by its name, or a function by that of its module."""
    module, colon, function = name.strip().partition(":")
    if not colon:
        return module
    if "" not in sys.path:
        # It stays there for the processes, which look for the module where this one does.
        sys.path.insert(0, "")
    try:
        return getattr(import_module(module), function)
    except Exception as error:
        raise ValueError(f"policy {name!r} can't be loaded: {error}") from error


@contextmanager
def _executor(processes: int | None, dask: str | None) -> Iterator[Executor | None]:
    """Where the hands are played, if not here."""
    if processes is not None and dask is not None:
        raise ValueError("--processes and --dask are two places to play: choose one")
    if processes is not None:
        with pool_of(processes) as pool:
            yield pool
    elif dask is not None:
        try:
            from distributed import Client  # noqa: PLC0415 - an extra
        except ImportError:
            raise ValueError("--dask needs dask: pip install 'stud8[dask]'") from None
        with Client(dask) as client:  # type: ignore[no-untyped-call, unused-ignore]
            yield client.get_executor()
    else:
        yield None


def _show_summary(summary: stud8.Summary, seconds: float, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({**summary.to_dict(), "seconds": seconds}))
        return
    hands, rate = summary.hands, max(seconds, 1e-9)
    print(f"{hands:,} hands, {summary.actions:,} actions in {seconds:.2f} s")
    print(f"{hands / rate:,.0f} hands a second, {summary.actions / rate:,.0f} actions a second\n")
    print(summaries.tables(summary))


# ---- match ----


@stud8_command.command("match")
@click.argument("policies", nargs=-1, required=True)
@click.option(
    "--hands", type=click.IntRange(min=0), default=100_000, show_default=True, help="How many deals."
)
@click.option("--players", type=click.IntRange(2, 8), default=2, show_default=True, help="At the table.")
@_table_options
def match_command(
    policies: tuple[str, ...],
    hands: int,
    players: int,
    stack: int | None,
    preset: str,
    settings: tuple[str, ...],
    seed: int,
    start: int,
    threads: int | None,
    processes: int | None,
    dask: str | None,
    *,
    as_json: bool,
) -> None:
    """Play policies against each other, every two of them, each deal from every seat.

    A policy is uniform, call, check_fold, tight, or module:function.

    Example: stud8 match tight call uniform --hands 100000
    """
    named = {name: _policy(name) for name in policies}
    if len(named) < len(policies):
        raise ValueError("each policy may be named once")
    rules = _rules(preset, settings)
    stacks = None if stack is None else [stack] * players
    pairs = len(named) * (len(named) - 1) // 2
    try:
        with bar("deals", hands * pairs) as tell, _executor(processes, dask) as executor:
            found = stud8.match(
                named,
                rules,
                players,
                stacks,
                hands,
                seed=seed,
                start=start,
                threads=threads,
                progress=tell,
                executor=executor,
            )
    except stud8.Interrupted as stopped:
        _show_match(stopped.partial, as_json=as_json)
        print("stud8: interrupted; the last pair has fewer deals", file=sys.stderr)
        raise click.exceptions.Exit(INTERRUPTED) from None
    _show_match(found, as_json=as_json)


def _show_match(found: stud8.Match, *, as_json: bool) -> None:
    print(json.dumps(found.to_dict()) if as_json else found)


# ---- verify ----


@stud8_command.command("verify")
@click.option("--hands", type=click.IntRange(min=0), default=100_000, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--start", type=click.IntRange(min=0), default=0, show_default=True, help="First hand.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so many seconds.")
@click.option("--processes", type=click.IntRange(min=0), help="How many processes.  [default: all cores]")
@click.option(
    "--write",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=Path(),
    help="Where the record of a difference goes.  [default: here]",
)
@as_json_option
def verify_command(
    hands: int,
    seed: int,
    start: int,
    seconds: float | None,
    processes: int | None,
    folder: Path,
    *,
    as_json: bool,
) -> None:
    """The fast engine against the slow reference, in lockstep.

    Random rules, stacks, cards and actions, illegal ones included; everything is compared after every
    step. A difference is made as small as can be, printed, and written as JSON for "stud8 replay".
    Exit code 1 if there was one.

    Example: stud8 verify --hands 100000 --seed 1 --seconds 60
    """
    try:
        with bar("hands", hands) as tell:
            report = verify(hands, seed, start, seconds, processes, progress=tell)
    except stud8.Interrupted as stopped:
        _show_report(stopped.partial, as_json=as_json)
        left = start + hands - stopped.start
        print(f"stud8: interrupted; go on with --start {stopped.start} --hands {left}", file=sys.stderr)
        raise click.exceptions.Exit(INTERRUPTED) from None
    _show_report(report, as_json=as_json)
    if report.difference is not None:
        path = folder / f"stud8-difference-{seed}-{start + report.hands}.json"
        path.write_text(json.dumps(report.difference.to_dict(), indent=2) + "\n", encoding="utf-8")
        print(f"stud8: written to {path}; see it with: stud8 replay {path}", file=sys.stderr)
        raise click.exceptions.Exit(1)


def _show_report(report: Report, *, as_json: bool) -> None:
    if not as_json:
        print(report)
        return
    found = report.difference and report.difference.to_dict()
    print(json.dumps({"hands": report.hands, "seconds": report.seconds, "difference": found}))


# ---- replay ----


@stud8_command.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", is_flag=True, help="Show the table after every action.")
@click.option("--seat", type=click.IntRange(1, 8), help="Show what this seat sees.  [default: the rail]")
@click.option("--decimals", type=click.IntRange(0, 6), help="Digits after the point of PHH amounts.")
@_rules_options(None)
@as_json_option
def replay_command(
    file: Path,
    seat: int | None,
    decimals: int | None,
    preset: str | None,
    settings: tuple[str, ...],
    *,
    step: bool,
    as_json: bool,
) -> None:
    """Replay a hand: a PHH history (.phh, .phhs), or the JSON record of a hand or of a difference.

    A PHH file states no house rules: without --rules whatever it says is taken as played, with
    --rules it must be legal under that rule book (the stakes are the file's).

    Example: stud8 replay hand.phh --step
    """
    if settings and preset is None:
        raise ValueError("--set changes a rule book: give --rules too")

    if file.suffix == ".json":
        for option, given in (("--rules", preset), ("--decimals", decimals)):
            if given is not None:
                raise ValueError(f"{option} is for PHH files: {file} says its rules and amounts itself")
        replays = replaying.read_record(file)
    else:
        replays = replaying.read_phh(file, decimals or 0, partial(_house, preset, settings))
    if as_json:
        records = [replay.hand.to_dict() for replay in replays]
        print(json.dumps(records[0] if len(records) == 1 else records))
        return
    for number, replay in enumerate(replays, 1):
        if len(replays) > 1:
            print(f"hand {number} of {len(replays)}\n")
        _show_replay(replay, seat, step=step)


def _house(preset: str | None, settings: Sequence[str], history: stud8.History) -> stud8.Rules | None:
    """A rule book with the stakes of the file."""
    if preset is None:
        return None
    stakes = [f"{name}={value}" for name, value in history.stakes.items()]
    return _rules(preset, [*stakes, *settings])


def _show_replay(replay: replaying.Replay, seat: int | None, *, step: bool) -> None:
    if replay.difference is not None:
        print(replay.difference, file=sys.stderr)
    for action, frame in replaying.frames(replay.hand) if step else [("", replay.hand)]:
        shown = frame if seat is None else frame.view(seat)
        print(f"{action}\n\n{shown}\n" if action else f"{shown}\n")
    if (agreement := replay.agreement()) is not None:
        print(f"{agreement}\n")
