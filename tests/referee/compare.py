"""compare.py CANASTA GAME VARIANT DECISIONS [SEED] -- compares the legal acts of the engine with those of the referee GAME.py, which
knows the document alone, in so many decisions of made-up turns, and prints those that differ. Every second turn is dealt awkwardly:
few ranks, many wild cards and threes, melds that are nearly canastas, an initial meld just within reach, few cards in the hand."""
import importlib
import json
import random
import subprocess
import sys

SHOWN = 10  # differences, after which no more is compared


def engine_acts(canasta, variant, lines, act):
    """The legal acts of a position, and what is wrong with it if the tool refuses it. [act]: any act that can be read."""
    out = subprocess.run([canasta, "judge", variant, *lines, act, "--all", "--json"], capture_output=True, text=True)
    if out.returncode > 1:
        return set(), out.stderr.strip()
    return set(json.loads(out.stdout)["verdicts"][0]["possible"]), None


def main():
    canasta, name, variant, decisions = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    game = importlib.import_module(name)
    chance = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    compared = differ = turns = 0
    while compared < decisions and differ < SHOWN:
        turn, lines = game.deal(chance, turns % 2 == 1)
        done = []
        turns += 1
        game.can_end.cache_clear()
        while not turn.over and compared < decisions:
            acts = game.legal(turn)
            position = lines + ["do " + act for act in done]
            theirs, fault = engine_acts(canasta, variant, position, next(iter(acts), "draw"))
            compared += 1
            if theirs != set(acts):
                differ += 1
                print("judge", variant, *(f"'{line}'" for line in position), "draw --all")
                print("  ", fault or f"the engine alone: {sorted(theirs - set(acts))}; the referee alone: {sorted(set(acts) - theirs)}")
                break
            done.append(chance.choice(game.preferred(chance, list(acts))))
            turn = acts[done[-1]]
    print(f"{variant}: {compared} decisions in {turns} turns, {differ} differ")
    return differ > 0


sys.exit(main())
