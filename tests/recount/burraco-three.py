"""burraco-three.py -- recounts games of Burraco for three from the document alone.

In the first phase two pozzetti of 18 and 11 cards lie there. Who takes the first has the 18 and plays alone against the two others; each
of these gets half of what they score together, rounded up. Once anybody has reached 1,000 each has a pozzetto of eleven and plays alone.
Where the document is silent: before the first pozzetto is taken everyone has melds of her own, and the two others put theirs together
then; if nobody takes one, each scores her own deal and loses 100."""
import math
import sys

from burraco import Burraco
from table import Table, recount, require


class BurracoForThree(Burraco):
    best = 0  # of all totals that anybody has had in the game

    def __init__(self, seats, deal, totals):
        require(len(seats) == 3, len(seats), "players")
        if deal.number == 1:
            BurracoForThree.best = 0
        BurracoForThree.best = max([BurracoForThree.best, *totals.values()])
        self.all_alone = BurracoForThree.best >= 1000
        self.alone = None
        self.side_of = {seat: i for i, seat in enumerate(seats)}
        super().__init__(seats, deal, totals)
        self.melds = {0: [], 1: [], 2: []}

    def side(self, seat):
        return self.side_of[seat]

    def side_name(self, side):
        return self.seats[side]

    def deal_cards(self):
        Table.deal_cards(self)
        sizes = [11, 11, 11] if self.all_alone else [18, 11]
        cards = self.deal.reserve
        require(len(cards) == sum(sizes) and len(self.pile) == 1, "pozzetti of", sizes, "and one card turned, not", len(cards))
        self.heaps = [cards[sum(sizes[:i]):sum(sizes[:i + 1])] for i in range(len(sizes))]
        self.has_taken = {seat: False for seat in self.seats}
        self.waits = {}
        self.check_deck(2, 4)

    def heap(self, seat):
        """Which pozzetto is there for a player, if any."""
        if self.all_alone:
            return None if self.has_taken[seat] else self.seats.index(seat)
        if self.alone is None:
            return 0
        return None if seat == self.alone or any(self.has_taken[other] for other in self.seats if other != self.alone) else 1

    def take_pozzetto(self, seat):
        heap = self.heap(seat)
        self.has_taken[seat] = True
        if heap == 0 and not self.all_alone:
            self.alone = seat
            one, other = [partner for partner in self.seats if partner != seat]
            mine, theirs = self.side_of[one], self.side_of[other]
            self.melds[mine] += self.melds[theirs]
            self.melds[theirs] = []
            self.side_of[other] = mine
        return self.heaps[heap]

    def laid_down(self, seat):
        if self.hand[seat]:
            return
        require(self.heap(seat) is not None, seat, "melds the last card, which is to be discarded")
        self.hand[seat] = self.take_pozzetto(seat)

    def play(self):
        self.opened = {0: True, 1: True, 2: True}
        return Table.play(self)

    def empty(self, seat):
        if self.heap(seat) is not None:
            self.waits[seat] = self.take_pozzetto(seat)
            return
        require(any(meld.worth() for meld in self.melds[self.side(seat)]), seat, "closes without a burraco")
        require(self.pile[-1] not in ("joker", "2C", "2D", "2H", "2S"), seat, "closes with", self.pile[-1])
        self.out = seat

    def points_of(self, team):
        score = sum(meld.worth() + sum(map(self.value, meld.cards)) for meld in self.melds[self.side(team[0])])
        score -= sum(self.value(card) for seat in team for card in self.hand[seat] + self.waits.get(seat, []))
        score -= 0 if any(self.has_taken[seat] for seat in team) else 100
        return score + 100 * (self.out in team)

    def points(self):
        if self.alone is None:
            return {seat: self.points_of([seat]) for seat in self.seats}
        pair = [seat for seat in self.seats if seat != self.alone]
        half = math.ceil(self.points_of(pair) / 2)
        return {self.alone: self.points_of([self.alone]), **{seat: half for seat in pair}}


if __name__ == "__main__":
    recount(BurracoForThree, sys.argv[1:], "burraco:three")
