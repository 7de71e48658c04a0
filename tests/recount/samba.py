"""samba.py -- recounts games of Samba from the document alone, and from Classic Canasta where it says "as in Classic".

Where the document is silent: a wild card or a red three in the pile freezes it, as does a side that has not opened; a pile that was
taken waits until the initial meld is there; without melds of its own a side's red threes count against it all the same."""
import sys

from table import RANKS, Table, cards, recount, require

ORDER = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class Samba(Table):
    goal = 10000
    hand_size = 15
    bonus = ("red 3",)
    draw = 2
    values = {"joker": 50, "A": 20, "2": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
              "7": 5, "6": 5, "5": 5, "4": 5, "3": 5}

    def rank(self, card):
        return card if " " in card or card == "joker" or card == "2" else card[:-1]

    def value(self, card):
        return super().value(self.rank(card))

    def rank_of(self, meld):
        for card in meld:
            if not self.is_wild(card):
                return self.rank(card)
        return "wild"

    # ---- melds ----

    def is_sequence(self, meld):
        """Cards of one suit, all of different ranks, that lie in a row."""
        if any(self.is_wild(card) or " " in card for card in meld) or len({card[-1] for card in meld}) != 1:
            return False
        places = sorted(ORDER.index(self.rank(card)) for card in meld)
        return len(places) > 1 and places == list(range(places[0], places[0] + len(places)))

    def check_meld(self, meld):
        require(len(meld) >= 3, "a meld of", meld)
        if self.is_sequence(meld):
            require(len(meld) <= 7, "a sequence of", len(meld))
            return
        ranks = {self.rank(card) for card in meld if not self.is_wild(card)}
        require(len(ranks) == 1, "a meld of several ranks, or of wild cards alone", meld)
        require("red 3" not in ranks, "red threes are not melded")
        wilds = len(meld) - self.naturals(meld)
        require(wilds <= (0 if "black 3" in ranks else 2), "too many wild cards in", meld)
        require(self.naturals(meld) >= 2, "a meld of", meld)
        if "black 3" in ranks:
            self.goes_out = True

    def begin(self, seat):
        self.goes_out = False
        self.pending = None

    def takes(self, meld, card):
        """Whether a meld of the side could have the card."""
        if self.is_sequence(meld):
            return len(meld) < 7 and not self.is_wild(card) and self.is_sequence(meld + [card])
        if self.is_wild(card):
            return self.rank_of(meld) != "black 3" and len(meld) - self.naturals(meld) < 2
        return self.rank_of(meld) == self.rank(card)

    def newest(self, melds):
        """The one that is meant where a rank alone is named: the last that is no canasta, or else the last."""
        return ([meld for meld in melds if len(meld) < 7] or melds)[-1]

    def find(self, side, card, onto, most=99):
        """The meld that a card is added to: the one that is named, or the only one, or the group of its rank."""
        melds = [meld for meld in self.melds[side] if self.takes(meld, card) and len(meld) <= most]
        if onto:
            named = cards(onto) if onto not in RANKS else None
            if named is not None and len(named) > 1:
                melds = [meld for meld in melds if sorted(meld) == sorted(named)]
            else:
                melds = [meld for meld in melds if not self.is_sequence(meld) and self.rank_of(meld) == onto]
        require(melds, card, "fits no meld", onto)
        groups = [meld for meld in melds if not self.is_sequence(meld)]
        if groups and not onto:
            return self.newest(groups)
        return self.newest(melds)

    def do_add(self, seat, words):
        require(self.drawn, seat, "melds before drawing")
        words, _, onto = words.partition(" to ")
        for card in cards(words):
            meld = self.find(self.side(seat), card, onto)
            self.from_hand(seat, [card])
            self.finish_laying(seat, self.lay(seat, [card], meld))
            onto = "" if onto and not onto in RANKS else onto

    def do_join(self, seat, words):
        side = self.side(seat)
        groups = [meld for meld in self.melds[side] if not self.is_sequence(meld)]
        one, _, other = words.partition(" to ")
        if other:
            one, other = sorted(cards(one)), sorted(cards(other))
            groups = [next(meld for meld in groups if sorted(meld) == one)] + \
                     [meld for meld in reversed(groups) if sorted(meld) == other]
            groups = groups[:1] + [meld for meld in groups[1:] if meld is not groups[0]][:1]
        else:
            groups = [meld for meld in groups if self.rank_of(meld) == one]
        require(len(groups) == 2 and self.rank_of(groups[0]) == self.rank_of(groups[1]), "no two melds of a rank:", words)
        self.melds[side] = [meld for meld in self.melds[side] if meld is not groups[0]]
        groups[1].extend(groups[0])
        self.check_meld(groups[1])

    # ---- opening and the pile ----

    def opens(self, side):
        total = self.totals.get(self.side_name(side), 0)
        least = 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120 if total < 7000 else 160
        return self.count >= least

    def finish_laying(self, seat, meld):
        super().finish_laying(seat, meld)
        if self.opened[self.side(seat)] and self.pending is not None:
            for card in self.pending:
                self.give(seat, card)
            self.pending = None
        if not self.hand[seat] and self.pending is None:
            self.empty(seat)

    def frozen(self, side):
        return not self.opened[side] or any(self.is_wild(card) or card == "red 3" for card in self.pile)

    def do_take(self, seat, words):
        require(not self.drawn and self.pile, seat, "takes a pile that is not there")
        self.drawn = True
        side, top = self.side(seat), self.pile[-1]
        words, _, onto = words.partition(" to ")
        key = cards(words.split("as ")[0])
        require(not self.is_wild(top) and "3" not in top.split(), "the pile is taken with", top, "on top")
        if key:
            require(len(key) == 2 and all(self.rank(card) == self.rank(top) for card in key), top, "is taken with", key)
            self.from_hand(seat, key)
        else:
            require(not self.frozen(side), "a frozen pile is taken without a pair")
        self.pending, self.pile = self.pile[:-1], []
        if not key:
            meld = self.find(side, top, onto, 6)
            require(len(meld) < 7, "the top card goes to a canasta")
            self.finish_laying(seat, self.lay(seat, [top], meld))
            return
        groups = [meld for meld in self.melds[side]
                  if not self.is_sequence(meld) and self.rank_of(meld) == self.rank(top)]
        if groups and onto:
            self.finish_laying(seat, self.lay(seat, key + [top], groups[-1]))
        else:
            self.finish_laying(seat, self.lay(seat, key + [top], None if not groups or self.new_pair else groups[-1]))

    new_pair = True

    # ---- the end ----

    def canastas(self, side):
        return [("samba" if self.is_sequence(meld) else "natural" if self.naturals(meld) == len(meld) else "mixed")
                for meld in self.melds[side] if len(meld) >= 7]

    def empty(self, seat):
        side = self.side(seat)
        require(len(self.canastas(side)) >= 2, seat, "goes out with", self.canastas(side))
        require(self.opened[side], seat, "goes out and has not opened")
        self.out = seat

    def points(self):
        bonus = {"samba": 1500, "natural": 500, "mixed": 300}
        points = {}
        for side in (0, 1):
            made = self.canastas(side)
            score = sum(bonus[kind] for kind in made)
            score += sum(self.value(card) for meld in self.melds[side] for card in meld)
            threes = 0
            for seat in self.seats:
                if self.side(seat) == side:
                    score -= sum(map(self.value, self.hand[seat]))
                    threes += len(self.laid[seat])
            threes = 1000 if threes == 6 else 100 * threes
            score += threes if len(made) >= 2 else -threes
            score += 200 * (self.out is not None and self.side(self.out) == side)
            points[self.side_name(side)] = score
        return points


if __name__ == "__main__":
    recount(Samba, sys.argv[1:], "samba")
