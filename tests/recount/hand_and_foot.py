"""hand_and_foot.py -- recounts games of the Roth family's Hand and Foot from the document alone.

Where the document is silent: the pile is taken with a natural pair; a rank may be begun again beside its book; red threes stay in
the hand, where they cost their 500; a foot that is not picked up yet counts nothing; the answer to a question binds nobody."""
import sys

from table import Table, cards, recount, require


class HandAndFoot(Table):
    goal = 10000
    hand_size = 11
    reserve_size = 11
    draw = 2
    values = {"joker": 50, "2": 20, "A": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 5, "8": 5, "7": 5, "6": 5,
              "5": 5, "4": 5}

    def value(self, card):
        return 500 if card == "red 3" else 0 if card == "black 3" else super().value(card)

    def __init__(self, seats, deal, totals):
        super().__init__(seats, deal, totals)
        self.next_foot = set()  # who takes up the foot in the next turn

    def begin(self, seat):
        if seat in self.next_foot:
            self.next_foot.remove(seat)
            self.take_up(seat)

    def check_meld(self, meld):
        naturals = self.naturals(meld)
        wilds = len(meld) - naturals
        require(len(meld) >= 3, "a meld of", meld)
        require(len({card for card in meld if not self.is_wild(card)}) == 1, "a meld of several ranks", meld)
        require(self.rank_of(meld) not in ("red 3", "black 3"), "a meld of threes", meld)
        require(naturals > wilds and wilds <= 3, "too many wild cards in", meld)
        require(wilds == 0 or len(meld) <= 7, "a black book of", len(meld), "cards")

    def check_beginning(self, seat, these):
        meld = self.meld_of(self.side(seat), self.rank_of(these))
        require(meld is None or len(meld) >= 7, "a second meld beside", meld)

    def opens(self, side):
        total = self.totals.get(self.side_name(side), 0)
        least = 50 if total < 2500 else 90 if total < 5000 else 120 if total < 7500 else 150
        return self.count > least

    def do_take(self, seat, words):
        require(not self.drawn, seat, "draws twice")
        require(self.pile, "there is no pile")
        self.drawn = True
        key, top = cards(words), self.pile[-1]
        require(not self.is_wild(top) and "3" not in top.split(), "the pile is taken with", top, "on top")
        require(key == [top, top], top, "is taken with", key)
        self.from_hand(seat, key)
        self.check_beginning(seat, key)
        seven = self.pile[-7:]
        self.pile = self.pile[:-7]
        top = seven.pop()
        meld = self.lay(seat, key + [top])
        for card in seven:
            self.give(seat, card)
        self.finish_laying(seat, meld)

    def refill(self, seat):
        if not self.hand[seat]:
            require(self.reserve[seat], seat, "has melded the last card of her foot")
            self.take_up(seat)

    def finish_laying(self, seat, meld):
        super().finish_laying(seat, meld)
        if not self.hand[seat]:
            require(self.opened[self.side(seat)], seat, "has melded all her cards and has not opened")
            self.refill(seat)

    def books(self, side):
        red = black = 0
        for meld in self.melds[side]:
            if self.naturals(meld) == len(meld) >= 7:
                red += 1
            elif len(meld) == 7:
                black += 1
        return red, black

    def empty(self, seat):
        if self.reserve[seat]:
            self.next_foot.add(seat)
            return
        side = self.side(seat)
        red, black = self.books(side)
        require(red >= 5 and black >= 4, seat, "goes out with", red, "red and", black, "black books")
        require(all(not self.reserve[other] for other in self.seats if self.side(other) == side), seat,
                "goes out before her partner plays from the foot")
        self.out = seat

    def points(self):
        points = {}
        for side in (0, 1):
            red, black = self.books(side)
            score = 500 * red + 300 * black + sum(self.value(card) for meld in self.melds[side] for card in meld)
            score += 100 * (self.out is not None and self.side(self.out) == side)
            for seat in self.seats:
                if self.side(seat) == side:
                    score -= sum(map(self.value, self.hand[seat]))
            points[self.side_name(side)] = score
        self.check_deck(4, 8)
        return points


if __name__ == "__main__":
    recount(HandAndFoot, sys.argv[1:], "hand_and_foot")
