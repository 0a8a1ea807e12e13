"""One hand from the antes to the payments: the procedure, step by step [rules 3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from .actions import WAGERS, Action, AskedAction, check_action, find_action
from .betting import BettingRound
from .cards import DECK, Card, MaybeCard, read_card, read_deck
from .chips import Chips
from .dealing import Awaited, Stub, deal_order, seventh_is_common
from .errors import StudError
from .hands import Evaluation, High, Low, best_high, best_low
from .opening import best_board, bring_in_duty, could_bring_in, could_open, opener
from .pots import Payment, Pot, divide, take_rake
from .rules import Rules
from .seats import read_stacks
from .showdown import declared_winners, must_show, odd_chip_order, showing_order, spoken_winners
from .view import view_of

__all__ = ["Event", "Hand"]

Event: TypeAlias = dict[str, object]  # what happened, with its fields [rules 5]

_UNKNOWN_CARD = "??"
_DECLARATIONS = ("declare_high", "declare_low", "declare_both")
_TIME_OUT = ("check", "bring_in", "muck", "declare_high", "fold")  # the first legal one of these


class Hand:
    """A hand of seven-card stud high-low.

    What needs no decision and no card from outside happens at once. An error leaves the hand as it was.
    """

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int] | Mapping[int, int],
        *,
        deck: str | Sequence[str] | None = None,
        dealt_by_hand: bool = False,
    ) -> None:
        if (deck is None) != dealt_by_hand:
            raise StudError("invalid_deck", "the reference needs either a deck or dealt_by_hand=True")
        self._rules = rules
        self._start = read_stacks(stacks, rules.unit)
        self._seats = tuple(self._start)
        self._chips = Chips(self._start)
        self._stub = Stub(None if deck is None else read_deck(deck))
        self._up: dict[int, list[MaybeCard]] = {seat: [] for seat in self._seats}
        self._down: dict[int, list[MaybeCard]] = {seat: [] for seat in self._seats}
        self._common: list[MaybeCard] = []  # one card at most
        self._seen: set[Card] = set()  # every known card dealt so far

        self._street = 3
        self._awaited: list[Awaited] = []  # cards of the street still to be dealt, the next one first
        self._round: BettingRound | None = None
        self._actor: int | None = None
        self._last_wager: tuple[int, int] | None = None  # seat and street
        self._declared: dict[int, str] = {}
        self._to_show: list[int] = []  # players of the showdown who have not shown or mucked yet
        self._shown: list[int] = []
        self._hands: dict[int, Evaluation] = {}  # of the players in the showdown whose cards are all known
        self._over = False
        self._unpaid: list[Pot] = []  # when over: pots that depend on unknown cards [rules 3.15]
        self._events: list[Event] = []

        self._take_antes()
        self._deal_street(3)

    # What can be read

    @property
    def rules(self) -> Rules:
        """The rules that the hand is played by."""
        return self._rules

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, ascending."""
        return self._seats

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that have not folded, ascending."""
        return tuple(self._chips.seats_in)

    @property
    def seats_shown(self) -> tuple[int, ...]:
        """The seats that have shown their cards, in the order of showing."""
        return tuple(self._shown)

    @property
    def street(self) -> int:
        """The street, 3 to 7; at the end, the last one that was dealt."""
        return self._street

    @property
    def stage(self) -> str:
        """What the hand waits for."""
        if self._over:
            return "over"
        if self._awaited:
            return "dealing"
        if self._round is not None:
            return "betting"
        return "showing" if self._to_show else "declaring"

    @property
    def current_bet(self) -> int:
        """The most that any player has put in on the street; after the bring-in, all of it [rules 3.4]."""
        return 0 if self._round is None else self._round.current_bet

    @property
    def to_call(self) -> int:
        """What the actor must add to stay in; 0 when nobody is to act."""
        return 0 if self._actor is None else self.to_call_of(self._actor)

    def to_call_of(self, seat: int) -> int:
        """What this seat would have to add to stay in if it were to act now; 0 for one that has folded."""
        if self._round is None or seat not in self._chips.seats_in:
            return 0
        return self._round.to_call(seat, self._chips, acting=seat == self._actor)

    @property
    def wagers_left(self) -> int | None:
        """The number of full wagers that the cap still allows on the street; None if there is no cap."""
        if self._round is None:
            return 0
        # One bet and the raises [C25].
        return None if self._round.raises is None else self._round.raises + 1 - self._round.wagers

    @property
    def aggressor(self) -> int | None:
        """The seat that made the last wager of the street, or None."""
        if self._round is None or self._last_wager is None or self._last_wager[1] != self._street:
            return None
        return self._last_wager[0]

    @property
    def actor(self) -> int | None:
        """The seat to act, or None if a card is awaited or the hand is over."""
        return self._actor

    @property
    def legal_actions(self) -> list[Action]:
        """What the actor may do, in a fixed order [rules 3.5]; empty if nobody is to act."""
        return [] if self._actor is None else self._legal(self._actor)

    @property
    def default_action(self) -> Action | None:
        """The action for a time-out: check, the forced bring-in or fold; muck; declare high."""
        legal = {action.kind: action for action in self.legal_actions}
        return next((legal[kind] for kind in _TIME_OUT if kind in legal), None)

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat."""
        return dict(self._chips.stacks)

    @property
    def bets(self) -> dict[int, int]:
        """What each seat has put in on the street."""
        return dict(self._chips.bets)

    @property
    def contributions(self) -> dict[int, int]:
        """What each seat has put in during the hand, antes included, without uncalled chips."""
        return self._chips.contributions()

    @property
    def starting_stacks(self) -> dict[int, int]:
        """What each seat had before the antes."""
        return dict(self._start)

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of the running street included; it stays when it is paid."""
        return sum(self._chips.contributions().values())

    @property
    def pots(self) -> list[Pot]:
        """The pots of antes and finished streets, main pot first; empty once they are paid."""
        return list(self._unpaid) if self._over else self._chips.pots(trim_antes=self._rules.trim_antes)

    @property
    def up_cards(self) -> dict[int, tuple[MaybeCard, ...]]:
        """Each seat's up cards in dealt order, folded ones too."""
        return {seat: tuple(cards) for seat, cards in self._up.items()}

    @property
    def down_cards(self) -> dict[int, tuple[MaybeCard, ...]]:
        """Each seat's down cards in dealt order: two, and a third on seventh street."""
        return {seat: tuple(cards) for seat, cards in self._down.items()}

    @property
    def common_card(self) -> MaybeCard:
        """Everybody's seventh card, if the deck ran short [C38]."""
        return self._common[0] if self._common else None

    @property
    def next_card(self) -> Awaited | None:
        """Where the awaited card goes: a seat and "down" or "up", or (None, "common")."""
        return self._awaited[0] if self._awaited else None

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self._over

    @property
    def payoffs(self) -> dict[int, int]:
        """What each seat won or lost."""
        if not self._over:
            raise StudError("not_over", "the hand is not over")
        if self._unpaid:
            raise StudError("unknown_cards", "a pot depends on cards that nobody knows")
        return {seat: self._chips.stacks[seat] - self._start[seat] for seat in self._seats}

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return list(self._events)

    @property
    def event_count(self) -> int:
        """Returns the number of events."""
        return len(self._events)

    def view(self, seat: int | None) -> dict[str, object]:
        """Returns what this seat may know, as plain data; None is the rail."""
        return view_of(self, seat)

    # What can be done

    def play(self, action: AskedAction, seat: int | None = None) -> None:
        """Carries out a legal action of the actor; `seat` is the one that a record names [rules 3.15]."""
        check_action(action)
        if self._actor is None:
            why = "the hand is over" if self._over else "the hand waits for a card"
            raise StudError("not_acting", f"nobody is to act: {why}")
        actor = self._actor
        if seat is not None and seat != actor:
            if not self._believes(seat):
                raise StudError("illegal_action", f"seat {actor} is to act, not seat {seat}")
            actor = seat
        legal = self._legal(actor)
        found = find_action(action, legal)
        if found is None:
            kinds = ", ".join(choice.kind for choice in legal)
            raise StudError("illegal_action", f"seat {actor} may not {action!r}; legal: {kinds}")
        # Nothing was changed so far, and nothing can fail from here on.
        if self._round is not None:
            self._bet(self._round, actor, found)
        elif self._to_show:
            self._to_show.pop(0)
            self._show_or_muck(actor, shows=found.kind == "show")
            self._go_on_showing()
        else:
            self._declare(actor, found.kind)

    def deal(self, card: str | None) -> None:
        """Deals the awaited card; None or "??" is an unknown one."""
        if not self._awaited:
            raise StudError("not_dealing", "no card is awaited")
        known = None if card is None or card == _UNKNOWN_CARD else read_card(card)
        if known in self._seen:
            raise StudError("duplicate_card", f"{known} was already dealt in this hand")
        self._stub.take()
        self._place(known)
        if not self._awaited:
            self._open_round()

    def copy(self) -> Hand:
        """Returns an independent copy of the hand."""
        own: dict[str, object] = {
            "_chips": self._chips.copy(),
            "_stub": self._stub.copy(),
            "_round": None if self._round is None else self._round.copy(),
            "_up": {seat: list(cards) for seat, cards in self._up.items()},
            "_down": {seat: list(cards) for seat, cards in self._down.items()},
            "_common": list(self._common),
            "_seen": set(self._seen),
            "_awaited": list(self._awaited),
            "_declared": dict(self._declared),
            "_to_show": list(self._to_show),
            "_shown": list(self._shown),
            "_hands": dict(self._hands),
            "_unpaid": list(self._unpaid),
            "_events": list(self._events),
        }
        twin = Hand.__new__(Hand)
        vars(twin).update(vars(self), **own)  # what is not listed never changes in place
        return twin

    __copy__ = copy

    def after(self, action: AskedAction) -> Hand:
        """Returns a copy in which this action has been played."""
        twin = self.copy()
        twin.play(action)
        return twin

    def __repr__(self) -> str:
        if self._over:
            doing = "over"
        elif self._actor is not None:
            doing = f"seat {self._actor} to act"
        else:
            doing = "waits for a card"
        return f"<Hand of seats {list(self._seats)}: street {self._street}, {doing}>"

    # Antes and dealing

    def _take_antes(self) -> None:
        """Takes the antes, before any card is dealt [C10], [rules 3.3]."""
        for seat in self._seats:
            paid = self._chips.pay_ante(seat, self._rules.ante)
            if paid:
                self._tell("ante", seat=seat, chips=paid)
        if self._rules.trim_antes:
            self._tell_uncalled(self._chips.return_ante())

    def _deal_street(self, street: int) -> None:
        """Burns, if the rules say so, and deals a street, or waits for its cards [rules 3.7]."""
        self._street = street
        seats_in = self._chips.seats_in
        common = street == 7 and seventh_is_common(self._stub, len(seats_in), burn=self._rules.burn)
        if self._rules.burn and street > 3:
            self._stub.burn()
            self._tell("burn")
        self._awaited = [Awaited(None, "common")] if common else deal_order(street, seats_in)
        if not self._stub.by_hand:
            while self._awaited:
                self._place(self._stub.take())
            self._open_round()

    def _place(self, card: MaybeCard) -> None:
        """Puts a card where it is awaited."""
        seat, where = self._awaited.pop(0)
        if card is not None:
            self._seen.add(card)
        if seat is None:
            self._common.append(card)
            self._tell("common", card=card)
        else:
            up = where == "up"
            (self._up if up else self._down)[seat].append(card)
            self._tell("deal", seat=seat, card=card, up=up)

    def _own_cards(self, seat: int) -> list[MaybeCard]:
        """Returns a player's own cards in dealt order."""
        down = self._down[seat]
        return [*down[:2], *self._up[seat], *down[2:]]

    # Betting

    def _open_round(self) -> None:
        """Opens the betting of a street that has been dealt, if there is any."""
        able = len(self._chips.able())
        no_betting = self._common and not self._rules.common_card_betting  # [C39]
        if able < 2 or no_betting:  # [C40]
            self._after_round()
            return
        self._round = BettingRound(self._rules, self._street, able)
        self._actor = self._chips.next_able(self._duty())  # [C27], [C32]

    def _duty(self) -> int:
        """Returns the seat whose cards bring in or open, able or not."""
        if self._street == 3:
            return bring_in_duty(self._doors())
        return opener(self._rules, self._boards())

    def _doors(self) -> dict[int, MaybeCard]:
        return {seat: cards[0] for seat, cards in self._up.items()}

    def _boards(self) -> dict[int, list[MaybeCard]]:
        return {seat: self._up[seat] for seat in self._chips.seats_in}

    def _believes(self, seat: int) -> bool:
        """Returns whether unknown cards can make this seat the first to act on the street [rules 3.15]."""
        if self._round is None or self._round.begun:
            return False
        unseen = [card for card in DECK if card not in self._seen]
        for owner in self._chips.seats_in:
            if self._chips.next_able(owner) != seat:
                continue
            if self._street == 3:
                possible = could_bring_in(owner, self._doors(), unseen)
            else:
                possible = could_open(self._rules, owner, self._boards(), unseen)
            if possible:
                return True
        return False

    def _legal(self, seat: int) -> list[Action]:
        """Returns what this seat may do if it is the actor."""
        if self._round is not None:
            return self._round.legal(seat, self._chips)
        if self._to_show:
            return [Action("show"), Action("muck")]
        return [Action(kind) for kind in _DECLARATIONS]

    def _bet(self, betting: BettingRound, seat: int, action: Action) -> None:
        self._events.append(betting.act(seat, action, self._chips))
        if action.kind in WAGERS:
            self._last_wager = (seat, self._street)
        self._actor = betting.next_to_act(seat, self._chips)
        if self._actor is None:
            self._round = None
            self._tell_uncalled(self._chips.end_street())  # before anything else [rules 3.6]
            self._after_round()

    def _after_round(self) -> None:
        """Goes on after a street: to the end, the next street, declaring or showing."""
        if len(self._chips.seats_in) == 1:
            self._pay()  # nothing more is dealt or shown [C21], [C63]
        elif self._street < 7:
            self._deal_street(self._street + 1)
        elif self._rules.declare:
            self._actor = self._chips.seats_in[0]  # asked in seat order, all-in players too
        else:
            self._begin_showing()

    # Declaring and showing

    def _declare(self, seat: int, kind: str) -> None:
        """Takes one declaration; no event tells it before the last one is made [rules 3.14]."""
        self._declared[seat] = kind
        waiting = [other for other in self._chips.seats_in if other not in self._declared]
        self._actor = waiting[0] if waiting else None
        if not waiting:
            self._tell("declare", declarations={str(other): said for other, said in self._declared.items()})
            self._begin_showing()

    def _begin_showing(self) -> None:
        """Sets the order of the showdown [rules 3.10] and finds the hands that can be compared."""
        for seat in self._chips.seats_in:
            cards = [card for card in self._own_cards(seat) + self._common if card is not None]
            if self._knows(seat):
                self._hands[seat] = Evaluation(best_high(cards), best_low(cards, self._rules.low))
        self._to_show = showing_order(self._first_shower(), self.pots, self._chips.seats_in)
        self._go_on_showing()

    def _knows(self, seat: int) -> bool:
        """Returns whether all cards of this player are known, the common card included."""
        return None not in self._own_cards(seat) and None not in self._common

    def _first_shower(self) -> int:
        order = self._rules.show_order
        if order != "best_board" and self._last_wager is not None:
            seat, street = self._last_wager
            counts = order == "last_aggressor" or street == 7
            # Reading of [rules 3.10] against [C61]: if the last aggressor has folded, not the one before him
            # shows first, but the best board.
            if counts and seat in self._chips.seats_in:
                return seat
        if order == "position":
            return self._chips.seats_in[0]
        return best_board(self._boards())

    def _go_on_showing(self) -> None:
        """Lets players show or muck, up to one who may choose (`ask_muck`)."""
        self._actor = None
        while self._to_show:
            seat = self._to_show[0]
            shows = self._must_show(seat)
            if not shows and self._rules.ask_muck:
                self._actor = seat
                return
            self._to_show.pop(0)
            self._show_or_muck(seat, shows=shows)
        self._pay()

    def _must_show(self, seat: int) -> bool:
        rules, chips = self._rules, self._chips
        if seat not in self._hands:
            return True  # unknown cards are always shown [rules 3.15]
        if rules.declare:
            return True
        if rules.all_in_shows and len(chips.able()) < len(chips.seats_in):
            return True
        return must_show(seat, self.pots, self._shown, self._hands)

    def _show_or_muck(self, seat: int, *, shows: bool) -> None:
        if shows:
            self._shown.append(seat)
            self._tell("show", seat=seat, cards=self._own_cards(seat))
        else:
            self._tell("muck", seat=seat)

    # Paying

    def _pay(self) -> None:
        """Takes the rake, then pays the last side pot first and the main pot last [rules 3.13]."""
        pots = self.pots
        if self._rules.rake is not None:
            borne = take_rake(pots, self._rules.rake.of(sum(pot.amount for pot in pots)))
            for number, chips in enumerate(borne):
                if chips:
                    self._tell("rake", pot=number, chips=chips)
            pots = [Pot(pot.amount - chips, pot.seats) for pot, chips in zip(pots, borne, strict=True)]
        for number, pot in reversed(list(enumerate(pots))):
            if pot.amount == 0:
                continue
            if len(pot.seats) == 1:  # without comparison, whatever the player declared
                self._pay_out(number, Payment("whole", pot.seats[0], pot.amount), None)
            elif all(seat in self._hands for seat in pot.seats):
                self._pay_pot(number, pot)
            else:
                self._unpaid.insert(
                    0, pot
                )  # payments that depend on unknown cards are not derived [rules 3.15]
        self._over = True

    def _pay_pot(self, number: int, pot: Pot) -> None:
        """Pays one pot on its own, among its own players, with its own low [C56]."""
        if self._rules.declare:
            winners = declared_winners(pot.seats, self._hands, self._declared)
        else:
            winners = spoken_winners(pot.seats, self._hands)
        own = {seat: [card for card in self._own_cards(seat) if card is not None] for seat in pot.seats}
        high = odd_chip_order(self._rules, "high", winners.high, own, self._hands)
        low = odd_chip_order(self._rules, "low", winners.low, own, self._hands)
        for payment in divide(pot.amount, self._rules.unit, high, low):
            hand = self._hands[payment.seat]
            self._pay_out(number, payment, hand.low if payment.part == "low" else hand.high)

    def _pay_out(self, number: int, payment: Payment, hand: High | Low | None) -> None:
        part, seat, chips = payment
        self._chips.stacks[seat] += chips
        named = None if hand is None else {"cards": list(hand.cards), "name": hand.name}
        self._tell("pay", pot=number, part=part, seat=seat, chips=chips, hand=named)

    # Telling

    def _tell(self, kind: str, **fields: object) -> None:
        self._events.append({"kind": kind, **fields})

    def _tell_uncalled(self, back: tuple[int, int] | None) -> None:
        if back is not None:
            self._tell("uncalled", seat=back[0], chips=back[1])
