"""modern.py -- which acts are legal in a modern American game, from the document alone (WCA in the ledger of the variant wca).

As in classic.py, a turn is a value, and an act is legal if trying everything finds an end of the turn after it. Where the document is
silent, the reading of the ledger is taken."""
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from classic import NATURALS, WILDS, preferred, shown, without  # noqa: F401

POINTS = {"joker": 50, "A": 20, "2": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
          "7": 5, "6": 5, "5": 5, "4": 5}  # WCA-072 to 078
THREES = ("red 3", "black 3")
COPIES = {**{rank: 8 for rank in NATURALS}, "2": 8, "joker": 4, "red 3": 4, "black 3": 4}
ORDER = THREES + NATURALS + WILDS
WILD = "wild"  # the rank of a meld of wild cards alone
TURN_CARD = 9  # from the bottom of the stock (WCA-018, 141)


class Turn(NamedTuple):
    hand: tuple               # sorted names of cards
    melds: tuple              # (rank, naturals, wilds) of each meld of the side, sorted
    theirs: tuple             # ranks of canastas of the other side
    pile: tuple               # from the bottom up
    opened: bool
    minimum: int
    stock: tuple              # the next cards
    stock_size: int
    drew: bool = False
    took: bool = False
    waits: bool = False       # the pile waits for the initial meld
    top: str = ""             # the card on it, which does not count for the initial meld
    count: int = 0            # what the initial meld counts so far
    opens: bool = False       # the side has opened in this turn
    melded: bool = False      # something was added to the table after the pick
    drawn: tuple = ()         # threes just drawn, which may be laid out at once (WCA-042, 160)
    freed: int = 0            # bans up to this one have given way, because the pick left nothing else (WCA-169)
    asked: bool = False       # in this deal (WCA-059, 165)
    answering: bool = False
    may_go: bool = False      # the partner's yes (WCA-057, 164)
    stays: bool = False       # the partner's no
    over: bool = False


def sort(cards):
    return tuple(sorted(cards, key=ORDER.index))


def minimum_for(score):
    """WCA-088 to 090, 177."""
    return 125 if score < 3000 else 155 if score < 5000 else 180


def has(turn, rank):
    return next(((naturals, wilds) for there, naturals, wilds in turn.melds if there == rank), (0, 0))


def closed(turn):
    """Ranks of canastas, whosever they are (WCA-064)."""
    return {rank for rank, naturals, wilds in turn.melds if naturals + wilds == 7} | set(turn.theirs)


def lays_down(turn):
    """The lay-down that opens is all that is laid in that turn; with the pile, what is laid before it comes (WCA-036)."""
    return not turn.opened or (turn.opens and not turn.took)


def with_cards(turn, rank, cards):
    """The turn in which these cards lie in the side's meld of the rank, or None if that is no meld."""
    before = has(turn, rank)
    wilds = before[1] + sum(card in WILDS for card in cards)
    naturals = before[0] + len(cards) - (wilds - before[1])
    if not 3 <= naturals + wilds <= 7:  # WCA-004, 005, 025, 152, 153
        return None
    if rank == WILD:
        fine = naturals == 0  # WCA-156
    else:
        fine = naturals >= 2 and wilds <= 2  # WCA-037, 038, 184
    if rank == "A" and wilds > before[1]:
        fine = fine and lays_down(turn) and (before[0] == 0 or before[1] > 0)  # WCA-039, 040
    if not fine:
        return None
    others = [meld for meld in turn.melds if meld[0] != rank]
    count = turn.count if turn.opened else turn.count + sum(POINTS[card] for card in cards)
    return turn._replace(melds=tuple(sorted(others + [(rank, naturals, wilds)])), count=count)


def has_clean_meld(turn):
    """WCA-024; 048 for an opening with the pile: it is complete without the top card."""
    return any(rank != WILD and wilds == 0 and naturals - (rank == turn.top) >= 3 for rank, naturals, wilds in turn.melds)


def settle(turn):
    """The side opens, and the pile comes; what was laid for it belongs to the pick (WCA-058). None if the hand is empty, for there has
    to be a discard (WCA-026, 065)."""
    if not turn.opened and turn.count >= turn.minimum and has_clean_meld(turn):
        turn = turn._replace(opened=True, opens=True)
    if turn.waits and turn.opened:
        turn = free(turn._replace(hand=sort(turn.hand + turn.pile[:-1]), pile=(), waits=False, melded=False))
    return turn if turn.hand or turn.waits else None


# ---- discards ----

def barred(turn, card):
    """Which ban holds for a card of the hand: 1 to 3 in the order in which they give way, 0 for none."""
    hand, naturals = turn.hand, [one for one in turn.hand if one in NATURALS]
    if card in THREES:
        return 3 if any(one not in THREES for one in hand) else 0  # WCA-069, 159
    if card in WILDS:
        return 2 if naturals else 0  # WCA-067, 069
    if turn.pile:
        return 0
    if card in ("7", "A"):  # WCA-062, 063, 070
        return 0 if all(one in ("7", "A") for one in naturals) and any(one in WILDS for one in hand) else 1
    return 1 if card in closed(turn) else 0  # WCA-064


def free(turn):
    """After the pick: bans give way, one after the other, until some card can be discarded."""
    freed = 0
    while freed < 3 and all(barred(turn, card) > freed for card in turn.hand):
        freed += 1
    return turn._replace(freed=freed)


def talon_comes(turn):
    """WCA-028, 035, 055, 141."""
    return turn.opens and not turn.took and turn.stock_size >= TURN_CARD


def may_go_out(turn):
    """WCA-041, 057, 060."""
    canastas = sum(naturals + wilds == 7 for _, naturals, wilds in turn.melds)
    aces = has(turn, "A")
    return turn.may_go and canastas >= 2 and (aces[0] == 0 or aces[1] > 0 or aces[0] == 7)


def discards(turn):
    if turn.waits or (turn.count > 0 and not turn.opened):
        return
    for card in sorted(set(turn.hand), key=ORDER.index):
        ban = barred(turn, card)
        if len(turn.hand) > 1:
            fine = ban <= turn.freed
        else:  # WCA-163; 169: nothing gives way for who goes out
            fine = ban == 0 if may_go_out(turn) else talon_comes(turn) and ban <= turn.freed
        if fine:
            yield "discard " + card, turn._replace(hand=without(turn.hand, card), over=True)


# ---- the pick ----

def draw(turn):
    """WCA-150; the deal ends where nothing is left (WCA-168)."""
    if turn.stock_size == 0:
        return turn._replace(over=True)
    card = turn.stock[0]
    after = turn._replace(hand=sort(turn.hand + (card,)), stock=turn.stock[1:], stock_size=turn.stock_size - 1, drew=True,
                          drawn=(card,) if card in THREES else ())
    return free(after)


def lays(turn):
    """A three that was held before the pick, or that has just been drawn (WCA-042, 043, 044)."""
    for card in THREES:
        picked = turn.drew or turn.took
        if card not in (turn.drawn if picked else turn.hand):
            continue
        after = turn._replace(hand=without(turn.hand, card), drawn=without(turn.drawn, card) if picked else ())
        if turn.stock_size >= TURN_CARD:
            new = after.stock[0]
            after = after._replace(hand=sort(after.hand + (new,)), stock=after.stock[1:], stock_size=after.stock_size - 1,
                                   drawn=after.drawn + ((new,) if picked and new in THREES else ()))
        yield "lay " + card, free(after) if picked else after


def takes(turn):
    """WCA-047 to 053, 157, 158. To open, two aces may go with a wild card (WCA-036, 037)."""
    top = turn.pile[-1] if turn.pile else None
    if top is None or top in THREES or turn.hand.count(top) < 2:
        return
    ways = [(top, top)]
    if top == "A" and not turn.opened:
        ways += [("A", "A", wild) for wild in WILDS if wild in turn.hand]
    for cards in ways:
        after = with_cards(turn, WILD if top in WILDS else top, cards + (top,))
        if after is not None:
            after = after._replace(hand=without(turn.hand, *cards), took=True, waits=True)
            if not turn.opened:
                after = after._replace(count=after.count - POINTS[top], top=top)
            yield " ".join(("take",) + cards), settle(after)


# ---- melding ----

def melds(turn):
    there = {rank for rank, _, _ in turn.melds}
    for rank in NATURALS:
        if rank not in there and turn.hand.count(rank) >= 2:
            for third in (rank,) + WILDS:
                yield f"meld {rank} {rank} {third}", rank, (rank, rank, third)
        elif rank in there:
            yield f"add {rank}", rank, (rank,)
            for wild in WILDS:
                yield f"add {wild} to {rank}", rank, (wild,)
    for cards in combinations_with_replacement(WILDS, 3) if WILD not in there else ():
        yield " ".join(("meld",) + cards), WILD, cards
    for wild in WILDS if WILD in there else ():
        yield f"add {wild} to wild", WILD, (wild,)


def after_melding(turn):
    for name, rank, cards in melds(turn):
        if any(turn.hand.count(card) < cards.count(card) for card in cards):
            continue
        after = with_cards(turn, rank, cards)
        if after is not None:
            yield name, settle(after._replace(hand=without(turn.hand, *cards), melded=True, drawn=()))


# ---- special hands ----

def specials(cards):
    """WCA-110, 117 to 138, 179, 180: the special hands that fourteen cards are."""
    counts = Counter(cards)
    if len(cards) != 14:
        return
    threes = counts["red 3"] + counts["black 3"]
    if counts["joker"] == 1 and threes == 1 and counts["2"] == 1 and all(counts[rank] == 1 for rank in NATURALS):
        yield "string"
    sizes = sorted((counts[rank] for rank in NATURALS if counts[rank]), reverse=True)
    wilds = counts["2"] + counts["joker"]
    wild_pair = wilds == 2 and 1 not in (counts["2"], counts["joker"])
    if threes:
        return
    names = {(2,) * 7: "pairs", (4, 3, 3, 2, 2): "four_three_two", (4, 4, 3, 3): "four_four_three"}
    with_pair = {(4, 4, 4): "fours", (3, 3, 3, 3): "threes_of_a_kind"}
    if wilds == 0 and tuple(sizes) in names:
        yield names[tuple(sizes)]
    if wild_pair and tuple(sizes) in with_pair:
        yield with_pair[tuple(sizes)]
    if wild_pair and sizes == [2] * 6 and counts["7"] == counts["A"] == 2:
        yield "wild_pairs"


def lays_special(turn):
    """WCA-112; 139 and 140 for the last card from the pile."""
    picked = turn.drew or turn.took
    if turn.opened or turn.melds or turn.took or (not picked and len(turn.pile) != 1):
        return
    for name in specials(turn.hand + (() if picked else turn.pile)):
        yield "special " + name, turn._replace(over=True)


# ---- the acts ----

def tried(turn):
    if turn.answering:
        yield "answer yes", turn._replace(answering=False, may_go=True)
        yield "answer no", turn._replace(answering=False, stays=True)
        return
    yield from lays(turn)
    yield from lays_special(turn)
    if turn.drew or turn.took:
        yield from discards(turn)
        yield from after_melding(turn)
    else:
        yield "draw", draw(turn)
        yield from takes(turn)


@lru_cache(maxsize=None)
def can_end(turn):
    """False: every way to play on was tried, and none ends the turn. The partner's yes is not foreseen."""
    return turn.over or any(after is not None and can_end(after) for _, after in tried(turn))


def asks(turn):
    """WCA-057 to 059; a question whose no could not be obeyed is not put (corners)."""
    if turn.asked or turn.answering or turn.melded or turn.waits or not (turn.drew or turn.took):
        return False
    return can_end(turn._replace(asked=True, stays=True, drawn=()))


def legal(turn):
    acts = {name: after for name, after in tried(turn) if after is not None and can_end(after)}
    if asks(turn):
        acts["ask"] = turn._replace(asked=True, answering=True, drawn=())
    return acts


# ---- turns to compare ----

def deal(chance, awkward):
    """A turn, and the lines of its position."""
    deck = [card for card, copies in COPIES.items() for _ in range(copies)]
    if awkward:
        ranks = chance.sample(NATURALS, chance.randint(2, 5)) + chance.choice(([], ["7"], ["A"], ["7", "A"]))
        weight = {card: 6 for card in ranks}
        weight.update({"2": chance.choice((0, 2, 5)), "joker": chance.choice((0, 2, 5))})
        weight.update({card: chance.choice((0, 1, 4)) for card in THREES})
        deck = [card for card in deck if chance.random() < weight.get(card, 0.6) / 6]
    if len(deck) < 40:
        return deal(chance, awkward)
    chance.shuffle(deck)
    if chance.random() < 0.03:
        hand = special_hand(chance)
        deck = [card for card, copies in (Counter(COPIES) - Counter(hand)).items() for _ in range(copies)]
        chance.shuffle(deck)
    else:
        size = chance.randint(1, 11) if awkward else chance.choice((4, 9, 11, 13))
        hand = [deck.pop() for _ in range(min(len(deck) - 7, size))]
    melds = sides_melds(chance, deck) if chance.random() < 0.6 else []
    theirs = [meld for meld in sides_melds(chance, deck) if meld[1][1] + meld[1][2] == 7]
    pile = [deck.pop() for _ in range(min(len(deck) - 5, chance.choice((0, 0, 0, 1, 2, 5))))]
    pile = [card for card in pile if card not in THREES]
    held = [card for card in hand if card in POINTS]
    if held and chance.random() < 0.5:
        card = chance.choice(held)
        if card in deck:
            deck.remove(card)
            pile.append(card)
    if len(deck) < 11 or sum(COPIES.values()) - len(hand + pile) - sum(len(cards) for cards, _ in melds + theirs) < 60:
        return deal(chance, awkward)
    stock = [deck.pop() for _ in range(5)]
    size = chance.choice((len(stock), 8, 9, 10, 11, 11))
    if chance.random() < 0.05:
        stock, size = [], 0
    score = chance.choice((0, 0, 3000, 5000))
    asked = chance.random() < 0.1
    lines = [f"hand {shown(hand)}", f"score us {score}", f"pile {shown(pile)}"]
    lines += [f"melds us {', '.join(' '.join(cards) for cards, _ in melds)}"] if melds else []
    lines += [f"melds them {', '.join(' '.join(cards) for cards, _ in theirs)}"] if theirs else []
    lines += ["asked before"] if asked else []
    lines += [f"stock {shown(stock)}, {size} cards" if stock else "stock empty"]
    turn = Turn(hand=sort(hand), melds=tuple(sorted(meld for _, meld in melds)), theirs=tuple(rank for _, (rank, _, _) in theirs),
                pile=tuple(pile), opened=bool(melds), minimum=minimum_for(score), stock=tuple(stock), stock_size=size, asked=asked)
    return turn, lines


def special_hand(chance):
    """Thirteen cards that one more makes a special hand."""
    ranks = chance.sample(NATURALS, 7)
    pair = [chance.choice(WILDS)] * 2
    groups = chance.choice(([2] * 7, [4, 3, 3, 2, 2], [4, 4, 3, 3], [4, 4, 4], [3, 3, 3, 3], [2] * 6))
    hand = [rank for rank, size in zip(ranks, groups) for _ in range(size)]
    hand += pair if len(hand) == 12 else []
    if chance.random() < 0.2:
        hand = list(NATURALS) + ["2", "joker", chance.choice(THREES)]
    chance.shuffle(hand)
    return hand[:13]


def sides_melds(chance, deck):
    """Melds of a side, which are taken from the deck."""
    found = []
    for rank in chance.sample(NATURALS + (WILD,), chance.randint(1, 5)):
        twos, jokers = chance.choice(((0, 0), (0, 0), (1, 0), (1, 1))) if rank != WILD else (chance.randint(0, 5), chance.randint(0, 3))
        naturals = 0 if rank == WILD else chance.choice((2, 3, 4, 5, 6, 7))
        cards = [rank] * naturals + ["2"] * twos + ["joker"] * jokers
        if 3 <= len(cards) <= 7 and all(deck.count(card) >= cards.count(card) for card in cards):
            found.append((cards, (rank, naturals, twos + jokers)))
            for card in cards:
                deck.remove(card)
    return found
