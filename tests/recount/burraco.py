"""burraco.py -- recounts games of Burraco, four in pairs, from the document alone.

A sequence is known by the places of its natural cards and by its wild card. Where the document is silent: a side may have two
combinations of a rank, and a pozzetto that was taken counts as held even before its player's next turn. When the stock is empty play
goes on as long as the pile is taken."""
import re
import sys

from table import Table, cards, recount, require

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def rank(card):
    return card if card == "joker" else card[:-1]


def is_two_or_joker(card):
    return rank(card) in ("joker", "2")


class Combination:
    def __init__(self, these):
        self.cards = list(these)
        self.rank = next((rank(card) for card in these if not is_two_or_joker(card)), None)
        self.check()

    def check(self):
        wilds = sum(map(is_two_or_joker, self.cards))
        require(self.rank is not None, "a combination of wild cards", self.cards)
        require(all(is_two_or_joker(card) or rank(card) == self.rank for card in self.cards), "several ranks", self.cards)
        require(len(self.cards) >= 3 and wilds <= 1, "no combination:", self.cards)

    def fits(self, card):
        return rank(card) == self.rank or (is_two_or_joker(card) and not any(map(is_two_or_joker, self.cards)))

    def add(self, card, wild):
        self.cards.append(card)
        self.check()

    def written(self):
        return self.cards

    def worth(self):
        return 0 if len(self.cards) < 7 else 100 if any(map(is_two_or_joker, self.cards)) else 200


class Sequence:
    """[at] has the natural cards by their places, 1 for a low ace to 14 for a high one."""

    def __init__(self, these):
        self.at = {}
        self.wild = None
        self.suit = next(card[-1] for card in these if not is_two_or_joker(card))
        for start in range(1, 16 - len(these)):
            at = {start + i: card for i, card in enumerate(these) if card == ORDER[start + i - 1] + self.suit}
            others = [card for i, card in enumerate(these) if start + i not in at]
            if len(others) <= 1 and all(map(is_two_or_joker, others)):
                self.at, self.wild = at, others[0] if others else None
                break
        require(len(these) >= 3 and self.at, "no sequence:", these)

    def gaps(self, places):
        return max(places) - min(places) + 1 - len(places)

    def place_for(self, card):
        """The natural place of a card, that with the smaller gap, and of two the upper one; None if it has none."""
        if card == "joker" or card[-1] != self.suit:
            return None
        best = None
        for place in range(14, 0, -1):
            if ORDER[place - 1] != rank(card) or place in self.at:
                continue
            gaps = self.gaps(list(self.at) + [place])
            if gaps <= (self.wild is not None) and len(self.at) + 1 + (self.wild is not None) <= 14:
                if best is None or gaps < best[0]:
                    best = gaps, place
        return best and best[1]

    def fits(self, card):
        return self.place_for(card) is not None or \
            (is_two_or_joker(card) and self.wild is None and len(self.at) < 14)

    def add(self, card, wild):
        place = None if wild else self.place_for(card)
        if place is None:
            require(is_two_or_joker(card), card, "has no place in", self.written())
            require(self.wild is None, "two wild cards in a sequence")
            self.wild = card
        else:
            self.at[place] = card
            if self.wild == "2" + self.suit and 2 not in self.at and self.gaps(list(self.at) + [2]) == 0:
                self.at[2], self.wild = self.wild, None  # free to lie in its own place, where it is natural
        require(self.gaps(self.at) <= (self.wild is not None), "a gap in", self.written())
        require(len(self.at) + (self.wild is not None) <= 14, "too long:", self.written())

    @property
    def cards(self):
        return list(self.at.values()) + ([self.wild] if self.wild else [])

    def written(self):
        row = [self.at.get(place, self.wild) for place in range(min(self.at), max(self.at) + 1)]
        if self.wild and not self.gaps(self.at):
            row = row + [self.wild] if max(self.at) < 14 else [self.wild] + row
        return row

    def worth(self):
        return 0 if len(self.cards) < 7 else 100 if self.wild else 200


class Burraco(Table):
    goal = 2005
    hand_size = 11
    values = {"joker": 30, "2": 20, "A": 15, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
              "7": 5, "6": 5, "5": 5, "4": 5, "3": 5}

    def value(self, card):
        return self.values[rank(card)]

    def deal_cards(self):
        super().deal_cards()
        pozzetti = self.deal.reserve
        require(len(pozzetti) == 22 and len(self.pile) == 1, "two pozzetti of eleven and one card turned")
        self.pozzetto = {0: pozzetti[:11], 1: pozzetti[11:]}
        self.waits = {}
        self.check_deck(2, 4)

    def begin(self, seat):
        self.hand[seat] += self.waits.pop(seat, [])

    # ---- the turn ----

    def do_draw(self, seat, words):
        super().do_draw(seat, words)
        require(self.last[0] <= 1, "two cards drawn")

    def do_take(self, seat, words):
        require(not self.drawn and self.pile and not words, seat, "takes", words)
        self.drawn = True
        self.hand[seat] += self.pile
        self.pile = []

    def do_meld(self, seat, words):
        require(self.drawn, seat, "melds before drawing")
        these = cards(words)
        self.from_hand(seat, these)
        natural = {rank(card) for card in these if not is_two_or_joker(card)}
        wilds = sum(map(is_two_or_joker, these))
        of_a_rank = len(natural) == 1 and wilds <= 1
        self.melds[self.side(seat)].append(Combination(these) if of_a_rank else Sequence(these))
        self.laid_down(seat)

    def do_add(self, seat, words):
        require(self.drawn, seat, "melds before drawing")
        words, _, onto = words.partition(" to ")
        wild = words.startswith("wild ")
        card = cards(words[5:] if wild else words)[0]
        melds = [meld for meld in self.melds[self.side(seat)] if meld.fits(card)]
        if onto and re.fullmatch(r"[0-9AJQK]+", onto):
            melds = [meld for meld in melds if isinstance(meld, Combination) and meld.rank == onto]
            unfinished = [meld for meld in melds if len(meld.cards) < 7]
            melds = unfinished[-1:] or melds[-1:]
        elif onto:
            named = cards(onto)
            melds = [meld for meld in melds if meld.written() == named] or \
                    [meld for meld in melds if sorted(meld.cards) == sorted(named)]
        require(melds, card, "fits no meld", onto)
        self.from_hand(seat, [card])
        melds[0].add(card, wild)
        self.laid_down(seat)

    def laid_down(self, seat):
        if self.hand[seat]:
            return
        side = self.side(seat)
        require(self.pozzetto[side], seat, "melds the last card, which is to be discarded")
        self.hand[seat], self.pozzetto[side] = self.pozzetto[side], []

    def play(self):
        self.opened = {0: True, 1: True}  # nothing has to be opened with
        return super().play()

    def empty(self, seat):
        side = self.side(seat)
        if self.pozzetto[side]:
            self.waits[seat], self.pozzetto[side] = self.pozzetto[side], []
            return
        require(any(meld.worth() for meld in self.melds[side]), seat, "closes without a burraco")
        require(not is_two_or_joker(self.pile[-1]), seat, "closes with", self.pile[-1])
        self.out = seat

    def points(self):
        points = {}
        for side in (0, 1):
            score = sum(meld.worth() + sum(map(self.value, meld.cards)) for meld in self.melds[side])
            for seat in self.seats:
                if self.side(seat) == side:
                    score -= sum(map(self.value, self.hand[seat] + self.waits.get(seat, [])))
            score -= 100 * bool(self.pozzetto[side])
            score += 100 * (self.out is not None and self.side(self.out) == side)
            points[self.side_name(side)] = score
        return points


if __name__ == "__main__":
    recount(Burraco, sys.argv[1:], "burraco")
