"""The command `stud8`: what it prints, its exit codes, and that nothing gives a traceback."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from click.testing import CliRunner
from engines import ENGINES, Engine, Game, house
from stud8 import Hand, Rules, Summary, cli, dump, dumps, lockstep, reference, simulate
from stud8.cli.equity import _duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NATIVE: Engine = next(engine for engine in ENGINES if engine.name == "native")
COMMANDS = sorted(cli.stud8_command.commands)
POSIX = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and pipes")
ENVIRONMENT = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


def command(*arguments: str) -> list[str]:
    """The command line as a module."""
    return [sys.executable, "-m", "stud8", *arguments]


def stud8_command(*arguments: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        command(*map(str, arguments)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=stdin,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )


class Done:
    """What the command did in this process: exit code, standard output and error."""

    def __init__(self, code: int, out: str, error: str) -> None:
        """Keep them."""
        self.code, self.out, self.error = code, out, error


def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object) -> Done:
    """Run `main` in this process, which is quicker; whatever escapes it is a traceback for the user."""
    monkeypatch.setattr(sys, "argv", ["stud8", *map(str, arguments)])
    capsys.readouterr()
    with pytest.raises(SystemExit) as caught:
        cli.main()
    out, error = capsys.readouterr()
    code = caught.value.code
    return Done(0 if code is None else int(code), out, error)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command line as a function of its arguments."""
    return lambda *arguments: here(capsys, monkeypatch, *arguments)


def refused(done: Any, words: str = "") -> None:
    """Bad input: exit code 2, nothing printed, one line on standard error, in our own words."""
    assert done.code == 2
    assert done.out == ""
    lines = done.error.splitlines()
    assert len(lines) == 1, done.error
    assert lines[0].startswith("stud8: ")
    assert words in lines[0]
    assert len(lines[0]) < 500
    for foreign in ("Traceback", "object is not", "sys.set_int_max_str_digits", "KeyError", "recursion"):
        assert foreign not in lines[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Good files of each kind."""
    hand = Hand(Rules.full_tilt(), [2000] * 3, seed=7)
    for _ in range(6):
        hand.play("call" if "call" in hand.legal_actions else hand.default_action or "check")
    (tmp_path / "hand.json").write_text(json.dumps(hand.to_dict()), encoding="utf-8")
    while hand.actor is not None:
        hand.play(hand.default_action or "check")
    dump(hand, tmp_path / "hand.phh")
    dump([hand, hand], tmp_path / "hands.phhs")
    game = Game(NATIVE, house(NATIVE), [1000] * 2, {1: "As Ks ?? 3c", 2: "Kd 7h 2c 4c"})
    game.play("2:bring_in 1:call check")
    (tmp_path / "by_hand.json").write_text(json.dumps(game.hand.to_dict()), encoding="utf-8")
    return tmp_path


# The command as such


def test_the_module_and_the_entry_point_are_the_same() -> None:
    script = Path(sys.executable).with_name("stud8")
    version = f"stud8, version {stud8.__version__}\n"
    assert stud8_command("--version").stdout == version
    if script.exists():
        done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout == version


def test_without_a_command_it_helps(run: Any) -> None:
    done = run()
    assert (done.code, done.error) == (0, "")
    assert done.out.startswith("Usage: ")
    assert all(name in done.out for name in COMMANDS)
    assert run("-h").out == run("--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_helps_with_an_example(run: Any, name: str) -> None:
    done = run(name, "--help")
    assert (done.code, done.error) == (0, "")
    assert f"Example: stud8 {name} " in " ".join(done.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_each_command_runs(
    run: Any, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    text = " ".join(run(name, "--help").out.split())
    example = text.split(f"Example: stud8 {name} ")[1].split(" Options:")[0]
    small = example.replace("1000000", "500").replace("100000", "20")
    arguments = [*shlex.split(small), *(["--processes", "0"] if name == "verify" else [])]
    done = run(name, *arguments)
    assert (done.code, done.error) == (0, "")
    assert done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["zonk"],
        ["--zonk"],
        ["eval"],
        ["eval", "--zonk"],
        ["equity"],
        ["start", "--zonk"],
        ["replay"],
        ["simulate", "zonk"],
        ["verify", "zonk"],
    ],
    ids=" ".join,
)
def test_what_is_no_command_is_refused(run: Any, arguments: list[str]) -> None:
    refused(run(*arguments))


# eval


def test_eval_prints_the_hands_and_their_cards(run: Any) -> None:
    expected = (
        "high straight, five high                 As 5s 4c 3h 2d\n"
        "low  5-4-3-2-A                           As 5s 4c 3h 2d\n"
    )
    assert run("eval", "As 2d 3h 4c 5s Kd Kc").out == expected
    assert run("eval", "As", "2d", "3h", "4c", "5s", "Kd", "Kc").out == expected
    assert run("eval", "As2d3h4c5sKdKc").out == expected
    assert run("eval", "As Kd Qh Jc 9s").out.splitlines()[1] == "low  no low"
    assert "K-K-Q-J-T" in run("eval", "Ks Kd Qh Jc Ts", "--low", "any").out


def test_eval_as_json(run: Any) -> None:
    found = json.loads(run("eval", "As 2d 3h 4c 5s Kd Kc", "--json").out)
    cards = ["As", "5s", "4c", "3h", "2d"]
    assert found["high"]["name"] == "straight, five high"
    assert found["high"]["cards"] == found["low"]["cards"] == cards
    assert found["low"] == {"name": "5-4-3-2-A", "number": 56, "cards": cards}
    assert json.loads(run("eval", "As Kd Qh Jc 9s", "--json").out)["low"] is None


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As", "five to seven"),
        ("As 2d 3h 4c 5s Kd Kc Kh", "five to seven"),
        ("", "five to seven"),
        ("As As 3h 4c 5s", "As"),
        ("As Zz", '"Zz"'),
        ("As ?? 3h 4c 5s", '"??"'),
        ("x" * 10_000, "xxx"),
    ],
    ids=lambda text: text[:30],
)
def test_eval_of_what_is_no_hand(run: Any, cards: str, words: str) -> None:
    refused(run("eval", cards), words)
    refused(run("eval", "As 2d 3h 4c 5s", "--low", "nine"), "five_ranks")


@POSIX
def test_eval_of_what_is_no_unicode() -> None:
    """A byte that is no UTF-8 comes in as a lone surrogate."""
    done = subprocess.run(
        [*command("eval"), b"As\xff"], capture_output=True, timeout=60, check=False, env=ENVIRONMENT
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"stud8: ")


# equity


def test_equity_prints_a_table(run: Any) -> None:
    done = run("equity", "As Ac 2d", "Ks Kc Kd", "--dead", "5h 6h")
    assert (done.code, done.error) == (0, "")
    assert done.out == f"{stud8.equity(['As Ac 2d', 'Ks Kc Kd'], dead='5h 6h')}\n"
    assert run("equity", "As Ac 2d", "Ks Kc Kd", "--dead", "5h", "--exact").out.startswith("exact, ")


FIFTH = ("Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s")


def test_equity_as_json(run: Any) -> None:
    for arguments, settings in (
        ([], {}),
        (["--low", "any"], {"low": "any"}),
        (
            ["--sample", "--trials", "2000", "--seed", "3", "--threads", "1"],
            {"method": "sample", "trials": 2000, "seed": 3},
        ),
        (
            ["--sample", "--target-error", "0.01", "--seed", "3"],
            {"method": "sample", "target_error": 0.01, "seed": 3},
        ),
        (
            ["--sample", "--common", "??", "--trials", "9", "--seed", "1"],
            {"method": "sample", "common": "??", "trials": 9, "seed": 1},
        ),
    ):
        record = json.loads(run("equity", *FIFTH, *arguments, "--json").out)
        assert stud8.Equity.from_dict(record) == stud8.equity(FIFTH, **settings)


def test_equity_by_the_next_card(run: Any) -> None:
    expected = stud8.next_card(FIFTH, 1)
    assert run("equity", *FIFTH, "--next-card", "1").out == f"{expected}\n"
    record = json.loads(run("equity", *FIFTH, "--next-card", "1", "--json").out)
    assert stud8.NextCards.from_dict(record) == expected


def test_equity_says_how_long_it_will_take(run: Any) -> None:
    done = run("equity", "As Ac 2d 3d", "Ks", "--dead", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "--exact")
    assert done.code == 0
    assert done.out.startswith("exact, ")
    assert done.error == "" or done.error.startswith("stud8: about ")
    assert [_duration(seconds) for seconds in (3.2, 125, 9000, 200_000, 1e9)] == [
        "3 s",
        "2 minutes",
        "2 hours",
        "2 days",
        "32 years",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["As", "As"], "As is player 1's and player 2's"),
        (["As"], "two to eight players"),
        (["As", "Zz"], "Zz"),
        (["As", "Kd", "--dead", "As"], "As is dead and player 1's"),
        (["As", "Kd", "--common", "Kd"], "Kd is the common card"),
        (["As", "Kd", "--low", "zonk"], "five_ranks"),
        (["As", "Kd", "--exact", "--sample"], "exclude each other"),
        (["As", "Kd", "--exact", "--trials", "5"], "trials= is for samples"),
        (["", "", "", "", "", "", "", "", "--exact"], "too many deals"),
        (["As", "Kd", "--trials", "0"], "--trials"),
        (["As", "Kd", "--trials", "5", "--target-error", "0.1"], "give one of them"),
        (["As", "Kd", "--target-error", "nan"], "target_error"),
        (["As", "Kd", "--next-card", "2"], "player=2 is nobody"),
        (["As 2s 3s 4s 5s 6s 7s", "Kd", "--next-card", "0"], "all seven are there"),
    ],
    ids=" ".join,
)
def test_equity_refuses_what_cannot_be(run: Any, arguments: list[str], words: str) -> None:
    refused(run("equity", *arguments), words)


# start


def test_start_prints_a_hand_or_all(run: Any) -> None:
    lines = run("start", "As Ah 5h").out.splitlines()
    assert lines[1].split()[:6] == ["14", "Ac", "Ad", "5c", "12", "0.746964"]
    assert [line.split()[0] for line in lines[-6:]] == list("234567")
    assert run("start", "As", "Ah", "5h").out.splitlines() == lines
    lines = run("start").out.splitlines()
    assert len(lines) == 1756
    assert lines[1].split()[:4] == ["1", "Ac", "Ad", "Ah"]


def test_start_as_json(run: Any) -> None:
    record = json.loads(run("start", "As Ah 5h", "--json").out)
    hand = stud8.starting_hand("As Ah 5h")
    assert (record["hand"], record["share"]) == ("Ac Ad 5c", str(hand.share))
    assert record["against"]["3"]["share"] == hand.against(3).share
    records = json.loads(run("start", "--json").out)
    assert (len(records), records[13]) == (1755, record)


def test_start_against_a_door_card(run: Any) -> None:
    record = json.loads(run("start", "As Ac 2d", "--door", "Ks", "--json").out)
    assert record["exact"]
    assert [player["hand"] for player in record["players"]] == ["As Ac 2d", "Ks"]


def test_start_makes_its_table_again(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole takes long: what is checked here is that it is called and written."""
    made = SimpleNamespace(recompute=lambda **how: f"{how}\n")
    monkeypatch.setattr(stud8, "StartingHand", made)
    path = tmp_path / "table.csv"
    assert run("start", "--recompute", path).code == 0
    assert path.read_text(encoding="utf-8") == "{'multiway': False, 'progress': True}\n"
    assert run("start", "--recompute", path, "--multiway").code == 0
    assert "True, 'progress'" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["As Ac"], "three cards"),
        (["As As 2d"], "As comes twice"),
        (["--door", "Ks"], "--door goes with a hand"),
        (["As Ac 2d", "--door", "As"], "As"),
        (["As Ac 2d", "--door", "Zz"], "Zz"),
        (["--multiway"], "--recompute"),
        (["As Ac 2d", "--recompute", "x"], "leave out the hand"),
        (["--recompute", "no/such/folder/x"], "no/such/folder"),
    ],
    ids=" ".join,
)
def test_start_refuses_what_cannot_be(
    run: Any, arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stud8, "StartingHand", SimpleNamespace(recompute=lambda **_: ""))
    refused(run("start", *arguments), words)


# simulate


def test_simulate_prints_a_table(run: Any) -> None:
    done = run("simulate", "--hands", "3000", "--players", "3", "--seed", "5")
    summary = simulate(Rules.full_tilt(), players=3, hands=3000, seed=5)
    assert (done.code, done.error) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"3,000 hands, {summary.actions:,} actions in ")
    for seat, net in summary.net.items():
        row = next(line for line in lines if line.split()[:1] == [str(seat)])
        assert row.split()[:4] == [
            str(seat),
            f"{net:+,}",
            f"{summary.mean[seat]:+.3f}",
            f"{summary.standard_error[seat]:.3f}",
        ]
    for name, count in (
        ("shown down", summary.showdowns),
        ("a low qualified", summary.lows),
        ("pots split", summary.split),
        ("pots scooped", summary.scooped),
        ("pots quartered", summary.quartered),
    ):
        row = next(line for line in lines if line.startswith(name))
        assert row.split()[-2:] == [f"{count:,}", f"{count / 3000:.4f}"]


def test_simulate_as_json_is_a_summary(run: Any) -> None:
    arguments = ["--hands", "500", "--players", "4", "--seed", "2", "--start", "9", "--threads", "1"]
    record = json.loads(run("simulate", *arguments, "--json").out)
    assert record.pop("seconds") > 0
    assert Summary.from_dict(record) == simulate(Rules.full_tilt(), players=4, hands=500, seed=2, start=9)


@pytest.mark.parametrize("preset", Rules.PRESETS)
def test_simulate_takes_every_rule_book_and_its_settings(run: Any, preset: str) -> None:
    """Those without stakes of their own play 40/50/200/400."""
    settings = ["--set", "ante=60", "--set", "raises=none", "--set", 'rake={"rate": 500, "cap": 100}']
    done = run("simulate", "--rules", preset, "--hands", "200", "--stack", "9000", *settings, "--json")
    assert done.code == 0, done.error
    record = json.loads(done.out)
    del record["seconds"]
    stakes = {} if preset in ("full_tilt", "declare", "hungarian") else {"bring_in": 50, "small_bet": 200}
    if preset == "finnish":
        stakes = {"small_bet": 200, "bring_in": 50}
    rules = getattr(Rules, preset)(**{**stakes, "ante": 60, "raises": None, "rake": stud8.Rake(500, cap=100)})
    assert Summary.from_dict(record) == simulate(rules, stacks=[9000] * 8, hands=200)


def test_simulate_no_hands(run: Any) -> None:
    assert run("simulate", "--hands", "0").code == 0
    assert json.loads(run("simulate", "--hands", "0", "--json").out)["hands"] == 0


NINES = "9" * 5000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--hands", "-1"], "--hands"),
        (["--hands", "many"], "many"),
        (["--hands", str(2**64)], "hands="),
        (["--start", str(2**64 - 1), "--hands", "10"], "too many"),
        (["--players", "9"], "--players"),
        (["--players", "1"], "--players"),
        (["--stack", "0"], "stack"),
        (["--stack", "-5"], "stack"),
        (["--seed", "-1"], "--seed"),
        (["--threads", "0"], "--threads"),
        (["--rules", "zonk"], "full_tilt"),
        (["--set", "ante"], "NAME=VALUE"),
        (["--set", "=5"], "setting"),
        (["--set", "zonk=5"], '"zonk"'),
        (["--set", "ante=x"], "ante"),
        (["--set", "ante=1.5"], "ante"),
        (["--set", "ante=99999999999999999999"], "ante"),
        (["--set", "small_bet=10"], "bring_in < small_bet"),
        (["--set", "burn=perhaps"], "burn"),
        (["--set", "rake=5"], "rake"),
        (["--set", 'rake={"rate":'], "rake"),
        (["--set", 'rake={"zonk": 5}'], "zonk"),
        (["--set", f"ante={NINES}"], "ante"),
        (["--set", f"low={'[' * 50_000}"], "low"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_simulate_refuses_what_cannot_be(run: Any, arguments: list[str], words: str) -> None:
    refused(run("simulate", "--hands", "10", *arguments), words)


# Ctrl-C and pipes


@cache
def time_to_start() -> float:
    """How long the command takes to do nothing: longer on a busy machine."""
    begun = time.monotonic()
    subprocess.run(command("simulate", "--hands", "1"), capture_output=True, check=True, env=ENVIRONMENT)
    return time.monotonic() - begun


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command under way, with its imports done: a short wait for that."""
    wait = 0.5 + 3 * time_to_start()
    with subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
    ) as process:
        try:
            time.sleep(wait)
            yield process
        finally:
            process.kill()


def press_ctrl_c(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Interrupt it; what it says then, within some seconds."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=20)


@POSIX
def test_ctrl_c_prints_what_is_finished_and_how_to_go_on() -> None:
    with started("simulate", "--hands", "100000000000", "--start", "7", "--seed", "3", "--json") as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    record = json.loads(out)
    hands = record["hands"]
    assert 0 < hands < 100_000_000_000
    assert error == f"stud8: interrupted; go on with --start {7 + hands} --hands {100_000_000_000 - hands}\n"
    del record["seconds"]
    assert Summary.from_dict(record) == simulate(Rules.full_tilt(), hands=hands, seed=3, start=7)


@POSIX
def test_ctrl_c_prints_the_table_of_what_is_finished() -> None:
    with started("simulate", "--hands", "100000000000") as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    assert "standard error" in out
    assert "Traceback" not in error
    assert error.startswith("stud8: interrupted; go on with --start ")


@POSIX
def test_ctrl_c_prints_what_is_sampled() -> None:
    hands = ("As Ac 2d", "", "Ks")
    with started("equity", *hands, "--trials", "1000000000000", "--seed", "3", "--json") as process:
        out, error = press_ctrl_c(process)
    assert (process.returncode, error) == (130, "stud8: interrupted\n")
    found = stud8.Equity.from_dict(json.loads(out))
    assert found.trials
    assert found == stud8.equity(hands, trials=found.trials, seed=3)


@POSIX
@pytest.mark.parametrize("more", [(), ("--next-card", "0")])
def test_ctrl_c_ends_a_count_with_nothing(more: tuple[str, ...]) -> None:
    with started("equity", "As Ac 2d", "Ks Kc Kd", "Qs Qc Qd", "--exact", *more) as process:
        out, error = press_ctrl_c(process)
    assert (process.returncode, out) == (130, "")
    assert error.endswith("stud8: interrupted\n")
    assert "Traceback" not in error


@POSIX
@pytest.mark.parametrize("processes", ["0", "2"])
def test_ctrl_c_ends_verify_with_what_agreed(processes: str) -> None:
    with started("verify", "--hands", "100000000", "--processes", processes) as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    assert "agree" in out
    assert error.startswith("stud8: interrupted; go on with --start ")
    assert error.count("\n") == 1


@POSIX
def test_ctrl_c_ends_verify_as_json_with_json() -> None:
    """As simulate does: a program reads it."""
    with started("verify", "--hands", "100000000", "--processes", "0", "--json") as process:
        out, _ = press_ctrl_c(process)
    assert process.returncode == 130
    assert json.loads(out)["difference"] is None


@POSIX
@pytest.mark.parametrize(
    "what", ["simulate --hands 100", "replay --step hand.phh", "eval AsKsQsJsTs", "--help"]
)
def test_a_reader_who_has_gone_gets_no_traceback(what: str, folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command(*what.split()),
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command("eval", "AsKsQsJsTs"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr


def test_an_output_that_knows_no_card_backs_gets_no_traceback(folder: Path) -> None:
    """The C locale's ASCII has no ▒▒: any answer but a traceback."""
    done = subprocess.run(
        command("replay", str(folder / "hand.json")),
        capture_output=True,
        timeout=60,
        check=False,
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
    )
    assert b"Traceback" not in done.stderr


# replay


def test_replay_draws_the_end(run: Any, folder: Path) -> None:
    for name in ("hand.phh", "hand.json"):
        done = run("replay", folder / name)
        assert (done.code, done.error) == (0, "")
    (history,) = stud8.load(folder / "hand.phh")
    assert str(history.replay()) in run("replay", folder / "hand.phh").out


def test_replay_step_by_step_draws_the_hand_after_each_action(run: Any, folder: Path) -> None:
    for name in ("hand.json", "by_hand.json"):
        record = json.loads((folder / name).read_text(encoding="utf-8"))
        frames = run("replay", folder / name, "--step").out
        assert frames.count(" street · pot ") == len(record["actions"]) + 1
        assert frames.rstrip().endswith(str(Hand.from_dict(record)).rstrip())
        if name == "hand.json":
            hand = Hand.from_dict({**record, "actions": []})
            for action in record["actions"]:
                assert str(hand) in frames
                hand.play(action)


def test_replay_of_several_hands_numbers_them(run: Any, folder: Path) -> None:
    out = run("replay", folder / "hands.phhs").out
    assert [line for line in out.splitlines() if line.startswith("hand ")] == ["hand 1 of 2", "hand 2 of 2"]


def test_replay_as_json_is_a_record_or_a_list_of_them(run: Any, folder: Path) -> None:
    record = json.loads(run("replay", folder / "hand.phh", "--json").out)
    (history,) = stud8.load(folder / "hand.phh")
    assert Hand.from_dict(record) == history.replay()
    many = json.loads(run("replay", folder / "hands.phhs", "--json").out)
    assert many == [record, record]


def test_replay_under_a_rule_book(run: Any, folder: Path) -> None:
    path = folder / "hand.phh"
    assert run("replay", path, "--rules", "full_tilt", "--json").code == 0
    record = json.loads(run("replay", path, "--rules", "swedish", "--set", "odd_chip=position", "--json").out)
    assert record["rules"]["odd_chip"] == "position"
    assert record["rules"]["ante"] == 40
    refused(run("replay", path, "--rules", "declare"), "declare")
    refused(run("replay", path, "--rules", "full_tilt", "--set", "ante=3"), "ante=3")
    refused(run("replay", path, "--set", "burn=true"), "--rules")


def test_replay_with_decimals(run: Any, folder: Path) -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 2, seed=3)
    dump(hand, folder / "cents.phh", decimals=2)
    refused(run("replay", folder / "cents.phh"), "decimals=")
    record = json.loads(run("replay", folder / "cents.phh", "--decimals", "2", "--json").out)
    assert record["stacks"] == {"1": 2000, "2": 2000}


def test_a_rule_book_for_a_record_that_has_its_own_is_refused(run: Any, folder: Path) -> None:
    """A JSON record says its rules and whole amounts; an option that does nothing is a trap."""
    refused(run("replay", folder / "hand.json", "--rules", "wsop"), "--rules")
    refused(run("replay", folder / "hand.json", "--decimals", "2"), "--decimals")


BROKEN: dict[str, bytes] = {
    "nothing.json": b"",
    "open.json": b"{",
    "list.json": b"[1]",
    "number.json": b"5",
    "nan.json": b"NaN",
    "null.json": b"null",
    "bytes.json": b"\xff\xfe\x00",
    "deep.json": b"[" * 1_000_000,
    "digits.json": b'{"format": ' + b"9" * 5000 + b"}",
    "other.json": b'{"format": "stud8-view", "version": 1}',
    "hand.json": b'{"format": "stud8-hand", "version": 1}',
    "newer.json": b'{"format": "stud8-hand", "version": 2}',
    "difference.json": b'{"format": "stud8-difference", "version": 1}',
    "difference-parts.json": b'{"format": "stud8-difference", "version": 1, "case": {}, "hand": {}}',
    "difference-case.json": b'{"format": "stud8-difference", "version": 1, "case": 5, "hand": {}}',
    "difference-new.json": b'{"format": "stud8-difference", "version": 9, "case": {}, "hand": {}}',
    "bad.phh": b"zonk",
    "bytes.phh": b"\xff\xfe",
    "razz.phh": b"variant = 'FR'",
    "short.phh": b"variant = 'F7S/8'",
    "empty.phh": b"",
    "comment.phhs": b"# no hand\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_replay_of_what_is_no_hand(run: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(BROKEN[name])
    refused(run("replay", tmp_path / name))


def test_replay_of_what_is_no_file(run: Any, tmp_path: Path) -> None:
    refused(run("replay", tmp_path / "no.phh"), "No such file")
    refused(run("replay", tmp_path / "no.json"), "No such file")
    refused(run("replay", tmp_path))


def test_replay_of_a_hand_that_could_not_have_happened(run: Any, folder: Path) -> None:
    text = dumps(Hand(Rules.full_tilt(), [2000] * 2, seed=3)).replace("\n]", "\n  'p1 cc',\n]")
    (folder / "wrong.phh").write_text(text, encoding="utf-8")
    refused(run("replay", folder / "wrong.phh"), "action 3")


# verify


def test_verify_agrees(run: Any) -> None:
    done = run("verify", "--hands", "30", "--seed", "2", "--processes", "0")
    assert (done.code, done.error) == (0, "")
    assert done.out.startswith("30 hands of seed 2 from number 0 on agree")
    record = json.loads(run("verify", "--hands", "30", "--processes", "0", "--json").out)
    assert (record["hands"], record["difference"]) == (30, None)
    assert record["seconds"] > 0


def test_verify_in_processes_of_its_own() -> None:
    """`python -m stud8` is what the spawned processes import again: they must not run it."""
    done = stud8_command("verify", "--hands", "120", "--processes", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("120 hands")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--hands", "-1"],
        ["--seed", "-1"],
        ["--start", "-1"],
        ["--seconds", "-1"],
        ["--seconds", "soon"],
        ["--processes", "-1"],
        ["--write", "no/such/folder"],
    ],
    ids=" ".join,
)
def test_verify_refuses_what_cannot_be(run: Any, arguments: Sequence[str]) -> None:
    refused(run("verify", "--hands", "5", "--processes", "0", *arguments), arguments[0])


class Forgetful(reference.Hand):
    """A reference that takes fifth street for fourth."""

    @property
    def street(self) -> int:
        """Wrong on fifth street."""
        return 4 if super().street == 5 else super().street


class Refusing(reference.Hand):
    """A reference that takes no table of eight."""

    def __init__(self, rules: Any, stacks: Any, **how: Any) -> None:
        """Refuse eight players."""
        if len(stacks) == 8:
            raise reference.StudError("invalid_seats", "eight are too many")
        super().__init__(rules, stacks, **how)


class Asserting(reference.Hand):
    """A reference one of whose own laws is broken on fifth street, as `assert` says it."""

    @property
    def street(self) -> int:
        """Break on fifth street."""
        assert super().street != 5, "no fifth street"
        return super().street


def plant(monkeypatch: pytest.MonkeyPatch, hand: type) -> None:
    """Put a wrong reference into lockstep, for this process alone."""
    wrong = SimpleNamespace(**{name: getattr(reference, name) for name in dir(reference)})
    wrong.Hand = hand
    monkeypatch.setattr(lockstep, "reference", wrong)


@pytest.mark.parametrize("hand", [Forgetful, Refusing, Asserting])
def test_verify_finds_a_difference_and_writes_what_replay_reads(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hand: type
) -> None:
    """Exit code 1, the difference printed, a record written whose name comes last; replay shows the hand.

    A broken law of an engine (`assert`) is a find like any other, not a traceback that loses the case.
    """
    arguments = ["verify", "--hands", "200", "--seed", "4", "--processes", "0", "--write", tmp_path]
    with monkeypatch.context() as planted:
        plant(planted, hand)
        done = run(*arguments)
        (path,) = tmp_path.glob("*.json")
        assert done.code == 1
        assert "the engines differ in" in done.out
        assert f"stud8 replay {path}" in done.error
        assert done.error.count("\n") == 1
        record = json.loads(path.read_text(encoding="utf-8"))
        assert (record["format"], record["version"]) == ("stud8-difference", 1)
        replayed = run("replay", path)
        assert replayed.code == 0, replayed.error
        assert "the engines differ in" in replayed.error
        assert "street" in replayed.out
    mended = run("replay", path, "--step")
    assert mended.code == 0
    assert "the engines agree" in mended.error
    assert run(*arguments).code == 0


def test_a_difference_is_made_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    """Two players, no extra rules, no more choices than lead to fifth street."""
    plant(monkeypatch, Forgetful)
    done = run("verify", "--hands", "200", "--processes", "0", "--write", tmp_path, "--json")
    case = json.loads(done.out)["difference"]["case"]
    assert done.code == 1
    assert len(case["stacks"]) == 2
    assert len(case["choices"]) <= 6
    assert case["settings"]["rake"] is None
    assert case["settings"]["ante"] == 0
    again = json.loads(next(tmp_path.glob("*.json")).read_text(encoding="utf-8"))
    assert again == json.loads(done.out)["difference"]


def test_the_command_is_one_that_click_can_test() -> None:
    """For users who put it into a group of their own."""
    result = CliRunner().invoke(cli.stud8_command, ["eval", "As 2d 3h 4c 5s"])
    assert (result.exit_code, result.exception) == (0, None)
    assert "5-4-3-2-A" in result.output


def test_replay_shows_what_a_seat_sees_and_what_was_done(run: Any, folder: Path) -> None:
    done = run("replay", folder / "hand.json", "--step", "--seat", "1")
    assert done.code == 0
    assert "\n\nseat 1: bring_in 50\n\n" in done.out
    assert " 1*" in done.out
    refused(run("replay", folder / "hand.json", "--seat", "8"), "seat 8")


# Policies, records, executors


def test_simulate_takes_policies_by_seat(run: Any) -> None:
    arguments = [
        "--hands",
        "300",
        "--players",
        "3",
        "--policies",
        "tight, call,uniform",
        "--rotate",
        "--seed",
        "7",
    ]
    done = run("simulate", *arguments)
    assert (done.code, done.error) == (0, "")
    summary = simulate(
        Rules.full_tilt(), players=3, hands=300, policies=["tight", "call", "uniform"], rotate=True, seed=7
    )
    row = next(line for line in done.out.splitlines() if line.startswith("tight"))
    assert row.split()[2] == f"{summary.policy_net['tight']:+,}"
    record = json.loads(run("simulate", *arguments, "--json", "--classes").out)
    del record["seconds"]
    assert record["classes"]["call"]
    record["classes"] = None
    assert Summary.from_dict(record) == summary


def test_simulate_takes_functions_by_their_module(run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "mine.py").write_text(
        "def stay(observations, randoms):\n    return (randoms < 2).astype('u1')\n"
    )
    monkeypatch.chdir(tmp_path)
    done = run("simulate", "--hands", "50", "--policies", "mine:stay", "--json")
    assert json.loads(done.out)["policies"] == ["stay"] * 8
    refused(run("simulate", "--policies", "mine:go"), "mine:go")
    refused(run("simulate", "--policies", "nothing:stay"), "nothing:stay")


def test_simulate_keeps_a_record_and_says_what_it_would_overwrite(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    arguments = ["--hands", "20", "--players", "2", "--record", str(path)]
    assert run("simulate", *arguments).code == 0
    assert len(stud8.load(path)) == 20
    refused(run("simulate", *arguments), "--overwrite")
    assert run("simulate", *arguments, "--overwrite").code == 0


def test_simulate_in_processes_gives_the_same(run: Any) -> None:
    arguments = ["simulate", "--hands", "600", "--policies", "tight", "--json"]
    one, other = (json.loads(run(*arguments, *more).out) for more in ([], ["--processes", "2"]))
    assert one.pop("seconds") > 0
    assert other.pop("seconds") > 0
    assert one == other


def test_simulate_checks_by_the_reference(run: Any) -> None:
    done = run("simulate", "--hands", "200", "--players", "3", "--check", "0.05")
    assert (done.code, done.error) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--policies", "loose"], "choose one of uniform, call, check_fold, tight"),
        (["--policies", "call,call"], "2 for 8 players"),
        (["--record", "hands.csv"], ".parquet"),
        (["--check", "2"], "check=2"),
        (["--processes", "2", "--dask", "tcp://nowhere:1"], "choose one"),
        (["--processes", "1", "--threads", "2"], "leave them out"),
    ],
)
def test_simulate_refuses_what_cannot_be_played(run: Any, arguments: list[str], words: str) -> None:
    refused(run("simulate", "--hands", "10", *arguments), words)


def test_match_prints_who_beat_whom(run: Any) -> None:
    done = run("match", "tight", "call", "--hands", "200", "--seed", "7")
    assert (done.code, done.error) == (0, "")
    (row,) = stud8.match(["tight", "call"], hands=200, seed=7).rows()
    assert done.out.splitlines()[1].split()[:5] == ["tight", "call", "200", "400", f"{row['mean']:+.3f}"]
    record = json.loads(run("match", "tight", "call", "--hands", "200", "--seed", "7", "--json").out)
    assert stud8.Match.from_dict(record) == stud8.match(["tight", "call"], hands=200, seed=7)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "POLICIES"),
        (["tight"], "two policies or more"),
        (["tight", "tight"], "named once"),
        (["tight", "loose"], "choose one of"),
        (["tight", "call", "--players", "9"], "--players"),
    ],
)
def test_match_refuses_what_cannot_be_played(run: Any, arguments: list[str], words: str) -> None:
    refused(run("match", *arguments), words)


@POSIX
def test_ctrl_c_ends_a_match_with_what_is_finished() -> None:
    with started("match", "tight", "call", "--hands", "100000000000", "--json") as process:
        out, error = press_ctrl_c(process)
    assert process.returncode == 130
    assert stud8.Match.from_dict(json.loads(out)).pairs["tight", "call"].deals > 0
    assert error == "stud8: interrupted; the last pair has fewer deals\n"
