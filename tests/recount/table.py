"""table.py -- the table as a record shows it, for the recounts: who holds what, what lies there, whose turn it is.

A recount is written from its document alone and knows nothing of the program. It reads records whose cards are told
(`canasta replay RECORD --cards`), plays every act with its own hands, and stops at the first act that the document forbids,
and at the first score that it works out otherwise."""
import re
import sys

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
CARD = re.compile(r"(?:(red|black) )?(joker|10|[2-9AJQK])(?:([SHDC])\b)?")


class Wrong(Exception):
    """Something that the document does not allow, or counts otherwise."""


def require(holds, *what):
    if not holds:
        raise Wrong(" ".join(str(part) for part in what))


def cards(words):
    """The cards of a line: "4 4 red 3 joker", "4S 5S"."""
    rest = words.replace(",", " ")
    found = []
    for match in CARD.finditer(rest):
        colour, rank, suit = match.groups()
        found.append((colour + " " if colour else "") + rank + (suit or ""))
    require(not CARD.sub("", rest).strip(), "cards that nobody can read:", words)
    return found


class Deal:
    """One deal: how it was dealt, what was done, and what the record says that it scored."""

    def __init__(self, number):
        self.number = number
        self.dealer = None
        self.hands = {}
        self.reserve = []
        self.pile = []
        self.stock = []
        self.acts = []
        self.score = {}
        self.totals = {}


def read_score(deal, words):
    for part in words.split(";"):
        match = re.fullmatch(r"\s*(.+?) (-?\d+), total (-?\d+)\s*", part)
        require(match, "a score that nobody can read:", part)
        deal.score[match[1]] = int(match[2])
        deal.totals[match[1]] = int(match[3])


def read_record(lines):
    """The seats and the deals of a record."""
    seats, deals = [], []
    for line in lines:
        line = re.sub(r"\s*\|[0-9a-f]{4}\s*$", "", line.rstrip("\n"))
        head, _, words = line.partition(": ")
        if line.startswith("seat "):
            seats.append(head[5:])
        elif line.startswith("deal "):
            deals.append(Deal(int(line[5:])))
        elif not deals or not words:
            continue
        elif head == "dealer":
            deals[-1].dealer = words
        elif head.startswith("hand "):
            deals[-1].hands[head[5:]] = cards(words)
        elif head in ("reserve", "pile") and not deals[-1].acts:
            setattr(deals[-1], head, cards(words))
        elif head == "stock" and not deals[-1].acts:
            deals[-1].stock = cards(words)
        elif head == "score":
            read_score(deals[-1], words)
        else:
            deals[-1].acts.append((head, words))
    return seats, deals


class Table:
    """The hands, the melds and the pile while a deal is played again. A document makes a class of its own of it."""

    hand_size = 0
    reserve_size = 0
    goal = 0  # points that end the game
    wild = ("joker", "2")
    bonus = ()
    draw = 1
    values = {}

    def __init__(self, seats, deal, totals):
        self.seats = seats
        self.deal = deal
        self.totals = totals  # before the deal
        self.hand = {}
        self.laid = {seat: [] for seat in seats}
        self.reserve = {}
        self.melds = {0: [], 1: []}
        self.opened = {0: False, 1: False}
        self.pile = list(deal.pile)
        self.out = None
        self.turn = None
        self.last = None
        self.seen = []
        self.deal_cards()

    # ---- who ----

    def side(self, seat):
        return self.seats.index(seat) % 2

    def after(self, seat):
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def side_name(self, side):
        return "-".join({"South": "North", "West": "East"}[self.seats[side]] if first else self.seats[side]
                        for first in (1, 0)) if side == 0 else "East-West"

    # ---- cards ----

    def value(self, card):
        return self.values[card.split()[-1]]

    def is_wild(self, card):
        return card in self.wild

    def give(self, seat, card):
        if card in self.bonus:
            self.laid[seat].append(card)
        else:
            self.hand[seat].append(card)

    def from_hand(self, seat, these):
        for card in these:
            require(card in self.hand[seat], seat, "does not hold", card)
            self.hand[seat].remove(card)

    def deal_cards(self):
        stock = list(self.deal.stock)
        for i, seat in enumerate(self.seats):
            self.hand[seat] = []
            dealt = self.deal.hands[seat]
            require(len(dealt) == self.hand_size, seat, "is dealt", len(dealt), "cards")
            for card in dealt:
                self.give(seat, card)
            reserve = self.deal.reserve[i * self.reserve_size:(i + 1) * self.reserve_size]
            require(len(reserve) == self.reserve_size, "a second hand has", len(reserve), "cards")
            self.reserve[seat] = reserve
        start = (self.seats.index(self.deal.dealer) + 1) % len(self.seats)
        for i in range(len(self.seats)):  # bonus cards that were dealt are replaced, the first player's first
            seat = self.seats[(start + i) % len(self.seats)]
            while self.bonus and len(self.hand[seat]) < self.hand_size:
                require(stock, "a bonus card of", seat, "is not replaced")
                self.give(seat, stock.pop(0))
        require(not stock, "cards of the stock that went to nobody:", stock)
        self.first = self.seats[start]

    def take_up(self, seat):
        for card in self.reserve[seat]:
            self.give(seat, card)
        self.reserve[seat] = []

    def check_deck(self, packs, jokers):
        """No more cards were seen than the deck has."""
        seen = list(self.deal.reserve) + list(self.deal.pile) + list(self.deal.stock)
        for hand in self.deal.hands.values():
            seen += hand
        seen += self.seen
        for card in set(seen):
            most = jokers if card == "joker" else 2 * packs if " " in card else 4 * packs
            require(seen.count(card) <= most, seen.count(card), "cards", card)

    # ---- melds: lists of cards ----

    def rank_of(self, meld):
        for card in meld:
            if not self.is_wild(card):
                return card
        return "wild"

    def naturals(self, meld):
        return sum(not self.is_wild(card) for card in meld)

    def meld_of(self, side, rank):
        """The newest meld of a rank."""
        for meld in reversed(self.melds[side]):
            if self.rank_of(meld) == rank:
                return meld
        return None

    def check_meld(self, meld):
        raise NotImplementedError

    # ---- turns ----

    def begin_turn(self, seat):
        require(self.turn is None or seat == self.after(self.turn), seat, "plays out of turn")
        require(self.out is None, seat, "plays after the end of the deal")
        self.turn = seat
        self.drawn = False
        self.asked = self.answer = None
        self.count = 0
        self.opening = not self.opened[self.side(seat)]
        self.begin(seat)

    def turn_is_lost(self):
        """True if the player has drawn nothing that stays in the hand, and has no card to discard and one to keep."""
        return self.last is not None and self.last[0] == 0 and len(self.hand[self.turn]) < 2

    def begin(self, seat):
        """What happens before a player draws."""

    def lay(self, seat, these, onto=None):
        side = self.side(seat)
        if onto is None:
            self.melds[side].append(list(these))
            onto = self.melds[side][-1]
        else:
            onto.extend(these)
        self.check_meld(onto)
        self.count += sum(map(self.value, these))
        return onto

    def play(self):
        ended = True
        for seat, words in self.deal.acts:
            if seat == "event":
                continue
            verb, _, rest = words.partition(" ")
            rest = re.sub(r" as \w+$", "", rest)
            if verb == "answer":
                require(self.asked and self.answer is None, "nobody has asked", seat)
                self.answer = rest == "yes"
                continue
            if ended or (seat != self.turn and self.turn_is_lost()):
                self.begin_turn(seat)
            require(seat == self.turn, seat, "acts in the turn of", self.turn)
            ended = False
            getattr(self, "do_" + verb)(seat, rest)
            ended = verb == "discard"
            if ended:
                require(not self.melds[self.side(seat)] or self.opened[self.side(seat)], "the side has not opened")
        return self

    def do_draw(self, seat, words):
        require(not self.drawn, seat, "draws twice")
        self.drawn = True
        came = cards(words)
        self.seen += came
        before = len(self.hand[seat])
        for card in came:
            self.give(seat, card)
        self.drew(len(self.hand[seat]) - before, came)

    def drew(self, count, came):
        require(count <= self.draw, "draws", count, "cards")
        self.last = (count, came)

    def do_meld(self, seat, words):
        require(self.drawn, seat, "melds before drawing")
        these = cards(words)
        self.from_hand(seat, these)
        self.check_beginning(seat, these)
        self.finish_laying(seat, self.lay(seat, these))

    def do_add(self, seat, words):
        require(self.drawn, seat, "melds before drawing")
        card, _, onto = words.partition(" to ")
        card = cards(card)[0]
        meld = self.meld_of(self.side(seat), onto or ("wild" if self.is_wild(card) else card))
        require(meld is not None, "there is no meld of", onto or card)
        self.from_hand(seat, [card])
        self.check_addition(seat, card, meld)
        self.finish_laying(seat, self.lay(seat, [card], meld))

    def check_beginning(self, seat, these):
        """What a document asks of a meld that is begun, beside its make-up."""

    def check_addition(self, seat, card, meld):
        """And of a card that is added to [meld]."""

    def finish_laying(self, seat, meld):
        side = self.side(seat)
        if not self.opened[side] and self.opens(side):
            self.opened[side] = True

    def opens(self, side):
        raise NotImplementedError

    def do_ask(self, seat, words):
        require(self.drawn and self.asked is None, seat, "asks too early, or twice")
        self.asked = True

    def do_discard(self, seat, words):
        require(self.drawn, seat, "discards before drawing")
        card = cards(words)
        self.from_hand(seat, card)
        self.pile += card
        if not self.hand[seat]:
            self.empty(seat)

    def empty(self, seat):
        raise NotImplementedError

    @classmethod
    def check_game(cls, played, totals, name):
        """A recorded game is over; [played] are its deals."""
        if max(totals.values()) < cls.goal:
            raise Wrong(f"{name}: the game ends at {totals}")


def recount(table, files, what):
    """Recounts every deal of the records; the number of deals, or the first fault."""
    deals = 0
    for name in files:
        with open(name, encoding="utf-8") as file:
            seats, played = read_record(file)
        totals = {}
        for deal in played:
            at = None
            try:
                at = table(seats, deal, totals)
                at.play()
                require(deal.score or deal is played[-1], "the deal has no score")
                if deal.score:
                    points = at.points()
                    for side, score in deal.score.items():
                        require(points[side] == score, side, "scores", points[side], "and not", score)
                        totals[side] = totals.get(side, 0) + score
                        require(deal.totals[side] == totals[side], side, "has", totals[side], "in all")
                    deals += 1
            except Wrong as wrong:
                print(f"{name}: deal {deal.number}: {wrong}")
                sys.exit(1)
            except (KeyError, IndexError) as fault:
                print(f"{name}: deal {deal.number}: {type(fault).__name__} {fault}")
                raise
        table.check_game(played, totals, name)
    print(f"{what}: {deals} deals recounted")
