"""classic.py -- which acts are legal in Classic Canasta, from the document alone (WAHHI in the ledger of the variant wahhi).

A turn is a value: acts make new turns of it. An act is legal if some end of the turn is left after it, which is found by trying
everything: slow, and plain enough to be compared with the document line by line."""
from functools import lru_cache
from typing import NamedTuple

NATURALS = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # WAHHI-012
WILDS = ("2", "joker")  # WAHHI-013
BLACK, RED = "black 3", "red 3"
POINTS = {"joker": 50, "A": 20, "2": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
          "7": 5, "6": 5, "5": 5, "4": 5, BLACK: 5}  # WAHHI-008 to 011; 153 and 173 for the black three
COPIES = {**{rank: 8 for rank in NATURALS}, "2": 8, "joker": 4, BLACK: 4, RED: 4}  # WAHHI-006
ORDER = (BLACK,) + NATURALS + WILDS


class Turn(NamedTuple):
    hand: tuple            # sorted names of cards
    melds: tuple           # (rank, naturals, wilds) of each meld of the side, sorted
    pile: tuple            # from the bottom up
    frozen: bool           # by a red three that started the pile; wild cards in it are seen
    opened: bool           # the side has made its initial meld
    minimum: int           # what the initial meld has to count
    stock: tuple           # the next cards
    drew: bool = False
    took: bool = False
    waits: bool = False    # the pile waits for the initial meld
    count: int = 0         # what the initial meld counts so far
    melded: bool = False   # something was melded after the draw, or after the pile came to the hand
    asked: bool = False
    answering: bool = False
    must_go: bool = False  # by the partner's yes, or because black threes were melded
    stays: bool = False    # by the partner's no
    over: bool = False     # the turn has ended


def minimum_for(score):
    """WAHHI-076 to 079."""
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def without(cards, *gone):
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def sort(cards):
    return tuple(sorted(cards, key=ORDER.index))


def is_meld(rank, naturals, wilds):
    """WAHHI-054, 055, 061, 062, 070, 165; 098 and 099 for black threes."""
    if rank == BLACK:
        return naturals >= 3 and wilds == 0
    return naturals >= 2 and naturals + wilds >= 3 and wilds <= min(naturals, 3)


def has_canasta(turn):
    """WAHHI-041, 056, 118."""
    return any(naturals + wilds >= 7 for _, naturals, wilds in turn.melds)


def with_cards(turn, rank, cards):
    """The turn in which these cards lie in the side's meld of the rank (WAHHI-162), or None if that is no meld. They are not taken from
    the hand."""
    naturals = sum(card not in WILDS for card in cards)
    wilds = len(cards) - naturals
    others = []
    for there, has, has_wild in turn.melds:
        if there == rank:
            naturals, wilds = naturals + has, wilds + has_wild
        else:
            others.append((there, has, has_wild))
    if not is_meld(rank, naturals, wilds):
        return None
    count = turn.count + sum(POINTS[card] for card in cards) if not turn.opened else turn.count
    return turn._replace(melds=tuple(sorted(others + [(rank, naturals, wilds)])), count=count)


def pick_up(turn):
    """The rest of the pile comes to the hand (WAHHI-049); red threes are laid out and not replaced (WAHHI-092)."""
    hand = sort(turn.hand + tuple(card for card in turn.pile[:-1] if card != RED))
    return turn._replace(hand=hand, pile=(), waits=False)


def settle(turn):
    """What follows from melding: the side opens, the pile comes, or the player has gone out. None if she may not."""
    if not turn.opened and turn.count >= turn.minimum:
        turn = turn._replace(opened=True)
    if turn.waits and turn.opened:
        turn = pick_up(turn)._replace(melded=False)  # WAHHI-121, 175
    if turn.hand or turn.waits:
        return turn
    return turn._replace(over=True) if may_go_out(turn) else None


def may_go_out(turn):
    """Whether the player may be without cards now (WAHHI-040, 044, 118, 125; 114 and 150 for a side that has not opened)."""
    if not has_canasta(turn) or turn.stays or turn.waits:
        return False
    return turn.opened or turn.drew


def frozen(turn):
    """WAHHI-107, 109."""
    return turn.frozen or any(card in WILDS for card in turn.pile)


def takes(turn):
    """WAHHI-100 to 102, 105, 111 to 113, 163, 164, 167."""
    top = turn.pile[-1] if turn.pile else None
    if top not in NATURALS:
        return
    ways = [(top, top)]
    if not frozen(turn):
        ways += [(top, wild) for wild in WILDS]
        if turn.opened:
            ways.append(())
    for cards in ways:
        if all(turn.hand.count(card) >= cards.count(card) for card in cards):
            after = with_cards(turn, top, cards + (top,))
            if after is None or (not cards and not any(rank == top for rank, _, _ in turn.melds)):
                continue
            after = after._replace(hand=without(turn.hand, *cards), took=True, waits=True)
            yield " ".join(("take",) + cards), settle(after)


def draw(turn):
    """WAHHI-031, 087, 130. A stock that is empty ends the deal."""
    hand, stock = turn.hand, turn.stock
    while stock and stock[0] == RED:
        stock = stock[1:]
    if not stock:
        return turn._replace(stock=(), over=True)
    return turn._replace(hand=sort(hand + stock[:1]), stock=stock[1:], drew=True)


def melds(turn):
    """New melds of three cards (WAHHI-055, 098), and cards that are added (WAHHI-161)."""
    there = {rank for rank, _, _ in turn.melds}
    kinds = sorted(set(turn.hand), key=ORDER.index)
    for rank in kinds:
        if rank in WILDS:
            continue
        begins = [(rank,) * 3] + ([(rank, rank, wild) for wild in WILDS] if rank != BLACK else [])
        for cards in begins if rank not in there else []:
            if all(turn.hand.count(card) >= cards.count(card) for card in cards):
                yield " ".join(("meld",) + cards), rank, cards
    for rank in sorted(there):
        if rank in turn.hand:
            yield "add " + rank, rank, (rank,)
        for wild in WILDS:
            if wild in turn.hand and rank != BLACK:
                yield f"add {wild} to {rank}", rank, (wild,)


def after_melding(turn):
    for name, rank, cards in melds(turn):
        after = with_cards(turn, rank, cards)
        if after is not None:
            after = after._replace(hand=without(turn.hand, *cards), melded=True,
                                   must_go=turn.must_go or rank == BLACK)  # WAHHI-097, 098
            yield name, settle(after)


def discards(turn):
    """WAHHI-186, 032, 045. A side that has melded has opened by then (WAHHI-075)."""
    for card in sorted(set(turn.hand), key=ORDER.index):
        after = turn._replace(hand=without(turn.hand, card), over=True)
        if after.hand:
            fine = not turn.must_go and (turn.opened or turn.count == 0)
        else:
            fine = may_go_out(after)
        if fine and not turn.waits:
            yield "discard " + card, after


def tried(turn):
    """Every act with the turn after it, or None where an act is impossible at once."""
    if turn.answering:
        yield "answer yes", turn._replace(answering=False, must_go=True)  # WAHHI-124
        yield "answer no", turn._replace(answering=False, stays=True)  # WAHHI-125
    elif not turn.drew and not turn.took:
        yield "draw", draw(turn)
        yield from takes(turn)
    else:
        yield from discards(turn)
        yield from after_melding(turn)


@lru_cache(maxsize=None)
def can_end(turn):
    """False: every way to play on was tried, and none ends the turn."""
    return turn.over or any(after is not None and can_end(after) for _, after in tried(turn))


def asks(turn):
    """WAHHI-120, 121, 174; a question whose no could not be obeyed is not put (corners)."""
    if turn.asked or turn.answering or turn.melded or turn.waits or turn.must_go or turn.stays or not (turn.drew or turn.took):
        return False
    asked = turn._replace(asked=True)
    return can_end(asked._replace(must_go=True)) and can_end(asked._replace(stays=True))


def legal(turn):
    """The legal acts, each with the turn after it."""
    acts = {name: after for name, after in tried(turn) if after is not None and can_end(after)}
    if asks(turn):
        acts["ask"] = turn._replace(asked=True, answering=True)
    return acts


# ---- turns to compare ----

def preferred(chance, acts):
    """The acts among which the next one is chosen: mostly those that lead further into the turn."""
    further = [act for act in acts if not act.startswith("discard") and act != "draw"]
    return further if further and chance.random() < 0.8 else acts


def deal(chance, awkward):
    """A turn, and the lines of its position."""
    deck = [card for card, copies in COPIES.items() for _ in range(copies) if card != RED]
    if awkward:
        ranks = chance.sample(NATURALS, chance.randint(2, 5))
        weight = {card: 6 for card in ranks}
        weight.update({"2": chance.choice((0, 2, 5)), "joker": chance.choice((0, 2, 5)), BLACK: chance.choice((0, 1, 8))})
        deck = [card for card in deck if chance.random() < weight.get(card, 0.6) / 6]
    chance.shuffle(deck)
    hand = [deck.pop() for _ in range(min(len(deck) - 6, chance.randint(1, 12) if awkward else chance.choice((4, 9, 11, 13))))]
    melds = []
    if chance.random() < 0.6:
        for rank in chance.sample(NATURALS, chance.randint(1, 4)):
            naturals, twos, jokers = chance.randint(2, 7), chance.randint(0, 2), chance.randint(0, 1)
            cards = [rank] * naturals + ["2"] * twos + ["joker"] * jokers
            if is_meld(rank, naturals, twos + jokers) and all(deck.count(card) >= cards.count(card) for card in cards):
                melds.append((cards, (rank, naturals, twos + jokers)))
                for card in cards:
                    deck.remove(card)
    top = [card for card in hand if card in NATURALS]
    pile = [deck.pop() for _ in range(min(len(deck) - 4, chance.choice((0, 1, 1, 2, 3, 6))))]
    pile = [card for card in pile if card not in WILDS] if chance.random() < 0.7 else pile
    if pile and top and chance.random() < 0.7:
        card = chance.choice(top)
        if card in deck:
            deck.remove(card)
            pile.append(card)
    started = bool(pile) and chance.random() < 0.1
    stock = [deck.pop() for _ in range(3)] if chance.random() < 0.9 else []
    if stock and chance.random() < 0.1:
        stock.insert(0, RED)
    score = chance.choice((-50, 0, 0, 1500, 3000))
    lines = [f"hand {shown(hand)}", f"score us {score}"]
    lines += [f"melds us {', '.join(' '.join(cards) for cards, _ in melds)}"] if melds else []
    lines += [f"started {RED}"] if started else []
    lines += [f"pile {shown(([RED] if started else []) + pile)}"]
    lines += [f"stock {shown(stock)}" if stock else "stock empty"]
    turn = Turn(hand=sort(hand), melds=tuple(sorted(meld for _, meld in melds)), pile=tuple(([RED] if started else []) + pile),
                frozen=started, opened=bool(melds), minimum=minimum_for(score), stock=tuple(stock))
    return turn, lines


def shown(cards):
    return " ".join(cards) if cards else "nothing"
