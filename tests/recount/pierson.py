"""pierson.py -- recounts games of Pierson's four-deck canasta from the document alone.

Where the document is silent: a player has one meld of a rank; the partner's yes binds nobody; a second hand that nobody took up
counts nothing; the side that goes out gets nothing for it."""
import sys

from table import Table, Wrong, cards, recount, require


class Pierson(Table):
    hand_size = 15
    reserve_size = 11
    bonus = ("red 3",)
    draw = 2
    values = {"joker": 50, "A": 20, "2": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
              "7": 5, "6": 5, "5": 5, "4": 5, "3": 0}
    openings = {1: 50, 2: 90, 3: 120, 4: 150}

    def __init__(self, seats, deal, totals):
        self.own = {seat: 0 for seat in seats}
        super().__init__(seats, deal, totals)

    def begin(self, seat):
        if self.own[seat] > 0 and self.reserve[seat]:  # red threes in it are laid out and not replaced
            self.take_up(seat)

    def check_meld(self, meld):
        naturals = self.naturals(meld)
        wilds = len(meld) - naturals
        rank = self.rank_of(meld)
        ranks = {card for card in meld if not self.is_wild(card)}
        require(len(meld) >= 3, "a meld of", meld)
        require(len(ranks) <= 1, "a meld of several ranks", meld)
        require(rank not in ("black 3", "red 3"), "a meld of threes", meld)
        if rank != "wild":
            require(naturals >= 3, "three of the same card begin a meld, not", meld)
            require(wilds <= (0 if rank == "7" else 3), "too many wild cards in", meld)

    def check_beginning(self, seat, these):
        require(self.meld_of(self.side(seat), self.rank_of(these)) is None, "a second meld of", these)

    def check_addition(self, seat, card, meld):
        if self.is_wild(card) and self.rank_of(meld) != "wild":
            require(len(meld) < 7 or self.naturals(meld) < len(meld), "a wild card on a natural canasta", meld)

    def lay(self, seat, these, onto=None):
        before = len(onto) if onto else 0
        meld = super().lay(seat, these, onto)
        if before < 7 <= len(meld):
            self.own[seat] += 1
        return meld

    def opens(self, side):
        return self.count >= self.openings[min(self.deal.number, 4)]

    def do_take(self, seat, words):
        require(not self.drawn, seat, "draws twice")
        require(self.pile, "there is no pile")
        self.drawn = True
        key, top = cards(words), self.pile[-1]
        require("3" not in top.split(), "the pile is taken with a three on top")
        require(len(key) >= 2, "the pile is taken with", key)
        require(all(card == top or self.is_wild(card) for card in key), top, "is taken with", key)
        self.from_hand(seat, key)
        self.pile.pop()
        together = key + [top]
        onto = self.meld_of(self.side(seat), self.rank_of(together))
        if onto is not None:
            for card in key:
                self.check_addition(seat, card, onto)
        self.finish_laying(seat, self.lay(seat, together, onto))
        for card in self.pile:
            self.give(seat, card)
        self.pile = []

    def canastas(self, side):
        kinds = []
        for meld in self.melds[side]:
            if len(meld) >= 7:
                rank, naturals = self.rank_of(meld), self.naturals(meld)
                kinds.append("wild" if rank == "wild" else "sevens" if rank == "7"
                             else "natural" if naturals == len(meld) else "mixed")
        return kinds

    def empty(self, seat):
        require(set(self.canastas(self.side(seat))) == {"wild", "sevens", "natural", "mixed"}, seat,
                "goes out with", self.canastas(self.side(seat)))
        require(self.answer, seat, "goes out without permission")
        self.out = seat

    def points(self):
        bonus = {"wild": 2500, "sevens": 1500, "natural": 500, "mixed": 300}
        points = {}
        for side in (0, 1):
            score = sum(bonus[kind] for kind in self.canastas(side))
            score += sum(self.value(card) for meld in self.melds[side] for card in meld)
            for seat in self.seats:
                if self.side(seat) == side:
                    score -= sum(map(self.value, self.hand[seat]))
                    score += 100 * len(self.laid[seat]) - 100 * self.hand[seat].count("black 3")
            points[self.side_name(side)] = score
        self.check_deck(4, 8)
        return points

    @staticmethod
    def check_game(played, totals, name):
        level = len(set(totals.values())) == 1
        if len(played) > 4:  # equal totals after four deals: another one
            return
        if not (len(played) == 4 or level):
            raise Wrong(f"{name}: a game of {len(played)} deals")


if __name__ == "__main__":
    recount(Pierson, sys.argv[1:], "pierson")
