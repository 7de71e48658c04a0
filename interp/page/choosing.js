// choosing.js -- cards of the hand that are chosen, what the library offers for them, and doing it.
// @ts-check
import { useEffect, useRef, useState } from "./preact.js";
import { actOf } from "./table.js";

/** @typedef {import("./game.js").Game} Game */
/** A way to play the chosen cards, as the library offers it. @typedef {{words: string, title: string, count: number | null, minimum: number | null, warning: string | null, worth: number | null, because: string | null, acts: {verb: string, cards: string[], meld: number | null}[]}} Offer */
/** @typedef {{cards: string, offers: Offer[], refusal: {sentence: string, clause: string | null} | null}} Offers */
/** @typedef {ReturnType<typeof useChoosing>} Choosing */

export const hasVerb = (/** @type {Offer} */ offer, /** @type {string[]} */ verbs) => offer.acts.some(one => verbs.includes(one.verb));

/** True if an act is not taken back and decides much, so that one press is not enough. @param {Offer} offer */
export const isFinal = offer => hasVerb(offer, ["ask", "special"]);

/** True if an offer lays cards and then discards one, which is not taken back. @param {Offer} offer */
export const endsWithDiscard = offer => offer.acts.length > 1 && offer.acts.at(-1)?.verb === "discard";

/** Why one press is not enough for an offer; null if it is. @param {Offer} offer */
export const questionOf = offer => offer.warning ?? (isFinal(offer) ? "That cannot be taken back." : null);

/** Of ways to take the pile without chosen cards, and to lay chosen ones, so many have a button each; of more ways to lay them the best ones. */
const WAYS_SHOWN = 3, BEST_SHOWN = 2;

const isDiscard = (/** @type {Offer} */ offer) => hasVerb(offer, ["discard"]);

/** Asks once what can be done with these cards of the hand, and with no others. @param {Game} game @param {string[]} cards @returns {Promise<Offers>} */
async function offersFor({ session }, cards) {
	const words = cards.join(" "), answer = await session.ask("offers", words);
	return answer.out === "" ? { cards: words, offers: [], refusal: null } : { cards: words, ...JSON.parse(answer.out) };
}

/** @param {Game} game */
export function useChoosing(game) {
	const { held, mine, acts, view } = game;
	const [choice, setChoice] = useState({ done: 0, ids: /** @type {number[]} */ ([]), armed: /** @type {Offer | null} */ (null), hinted: /** @type {string | null} */ (null), ways: false });
	const [draw, setDraw] = useState("Draw"); // what the library calls it here
	const [offered, setOffered] = useState(/** @type {Offers} */ ({ cards: "", offers: [], refusal: null }));
	const asking = useRef(/** @type {Promise<Offers>} */ (Promise.resolve(offered)));
	const now = choice.done === game.done ? choice : { ids: [], armed: null, hinted: null, ways: false }; // an act ends the choice
	const namesOf = (/** @type {number[]} */ ids) => ids.map(id => held.find(piece => piece.id === id)?.name ?? "").filter(name => name !== "");
	/** The first cards of the hand with these names. @param {string[]} names */
	const idsOf = names => {
		const free = [...held];
		return names.map(name => { const at = free.findIndex(piece => piece.name === name); return at < 0 ? -1 : free.splice(at, 1)[0].id; }).filter(id => id >= 0);
	};
	const picked = /** @type {number[]} */ (now.ids), { armed } = now;
	const cards = namesOf(picked), drawing = acts.some(one => one.verb === "draw"), takes = acts.filter(one => one.verb === "take");
	useEffect(() => {
		if (!mine)
			return;
		let wanted = true;
		asking.current = offersFor(game, cards);
		void asking.current.then(answer => {
			if (!wanted)
				return;
			setOffered(answer);
			setDraw(old => answer.offers.find(one => hasVerb(one, ["draw"]))?.title ?? old);
		}, () => {});
		return () => { wanted = false; };
	}, [view, mine, picked.join()]);
	const answered = mine && offered.cards === cards.join(" ");
	const inOrder = (/** @type {Offer[]} */ all) => [...all].sort((a, b) => Number(isDiscard(a)) - Number(isDiscard(b)));
	const offers = answered ? inOrder(offered.offers) : [];
	const ways = offers.filter(one => cards.length === 0 ? hasVerb(one, ["take"]) : !isDiscard(one)), folded = ways.length > WAYS_SHOWN && !now.ways;
	const hidden = !folded ? [] : cards.length === 0 ? ways : ways.slice(BEST_SHOWN).filter(one => one.words !== now.hinted);

	/** Cards that can be laid out: the chosen ones, if all of them can, or all of the hand that can while none is chosen. */
	const layable = acts.filter(one => one.verb === "lay").flatMap(one => one.cards), toLay = armed !== null ? [] : cards.length === 0 ? held.map(piece => piece.name).filter(name => layable.includes(name)) : cards.every(name => layable.includes(name)) ? cards : [];
	const layWords = toLay.map(card => `lay ${card}`).join(", ");

	const pick = (/** @type {number[]} */ ids) => {
		setChoice({ done: game.done, ids, armed: null, hinted: null, ways: false });
		game.say({ text: "", kind: "" });
	};
	/** A click on a card: on one that was clicked before it takes the choice back. @param {number} id */
	const toggle = id => pick(picked.includes(id) ? picked.filter(one => one !== id) : [...picked, id]);
	/** Does what a button says; what may be a mistake is asked about first. @param {Offer} offer @param {number[]} [ids] the cards */
	const press = (offer, ids = picked) => {
		const asks = questionOf(offer) !== null && armed?.words !== offer.words;
		setChoice({ done: game.done, ids, armed: asks ? offer : null, hinted: null, ways: now.ways });
		if (asks)
			game.say({ text: "", kind: "" });
		else
			void game.act(offer.words, offer.acts.length, ids);
	};
	const several = () => game.say({ text: "That can be done in several ways: choose one of the buttons.", kind: "hint" });
	/** The offers for what is chosen now, which may be on their way. */
	const offersNow = async () => { const answer = await asking.current; return (answer.cards === cards.join(" ") ? answer : await offersFor(game, cards)).offers; };
	/** Does the one thing that is offered; of several one is to be chosen. @param {(one: Offer) => boolean} wanted */
	const doOne = async wanted => {
		const found = inOrder(await offersNow()).filter(wanted);
		if (found.length === 1) press(found[0]);
		else if (found.length > 1) {
			several();
			[...document.querySelectorAll(/** @type {"button"} */ (".acts [data-words]"))].find(button => button.dataset.words === found[0].words)?.focus();
		}
		return found.length > 0;
	};
	/** A hint, whose cards are chosen: one button does it then. */
	const hint = async () => {
		const said = await game.ask("hint", ""), hinted = said.split("\n")[0].trim();
		setChoice({ done: game.done, ids: idsOf(actOf(0, hinted).cards), armed: null, hinted, ways: false });
	};
	const showWays = () => setChoice({ ...now, done: game.done, ways: true });
	/** True for the offer whose button is green. @param {Offer} one @param {Offer[]} all */
	const isGreen = (one, all) => !isFinal(one) && (now.hinted !== null && all.some(other => other.words === now.hinted) ? one.words === now.hinted : one === all[0] && !endsWithDiscard(one) && (one.count ?? 0) >= (one.minimum ?? 0) && (cards.length > 0 || hasVerb(one, ["draw", "take"])));
	/** Does what the green button says, where chosen cards leave no other way; it draws where nothing is offered. */
	const doGreen = async () => {
		const all = inOrder(await offersNow()), green = all.find(one => isGreen(one, all));
		if (armed !== null) press(armed);
		else if (green !== undefined && (cards.length === 0 || green.words === now.hinted)) press(green);
		else if (toLay.length > 1 && toLay.length === cards.length) void game.act(layWords, cards.length, picked);
		else if (!await doOne(() => true) && drawing) void game.act("draw");
	};
	/** The pile: it is taken with the chosen cards, or the chosen card is laid on it; with none chosen, those that would take it are. */
	const pile = async () => {
		if (cards.length > 0) {
			if (!await doOne(one => hasVerb(one, ["take", "discard"])))
				void game.ask("why", `${drawing ? "take" : "discard"} ${cards.join(" ")}`);
			return;
		}
		if (await doOne(one => hasVerb(one, ["take"]) && one.acts[0].cards.length === 0))
			return;
		const found = idsOf(takes[0]?.cards ?? []);
		if (found.length > 0)
			pick(found);
		else if (drawing)
			void game.ask("why", "take");
		else
			game.say({ text: "Choose the card that you discard, and then the pile.", kind: "hint" });
	};
	/** What moves with a card: all that are chosen, if it is one of them. @param {number} id */
	const taken = id => picked.includes(id) ? picked : [id];
	/** The cards of a meld of the own side. @param {number} place */
	const meldAt = place => [...view?.sides ?? []].filter(([, seats]) => seats.includes(view?.seat ?? 0)).map(([side]) => view?.melds.get(side)?.[place]?.split(" as ")[0] ?? "")[0];
	/** Does what is meant by cards that are let go over the pile, the own melds or one of these; what may not be done is refused. @param {number} id @param {HTMLElement} place */
	const drop = async (id, place) => {
		const onPile = place.dataset.drop === "pile", meld = place.dataset.meld === undefined ? null : Number(place.dataset.meld), ids = taken(id);
		const answer = await offersFor(game, namesOf(ids)), all = answer.offers.filter(one => hasVerb(one, ["discard", "take"]) === onPile);
		const there = all.filter(one => meld !== null && one.acts.every(one => one.meld === meld)), anew = all.filter(one => one.acts.some(one => one.meld === null));
		const found = there.length > 0 ? there : meld !== null && all.length > 1 ? anew : all; // what goes to several melds, but not to this one, is refused
		const verb = onPile ? (drawing ? "take" : "discard") : meld !== null ? "add" : "meld";
		if (found.length > 1) {
			if (!picked.includes(id))
				pick([id]);
			several();
		} else if (found.length === 1)
			press(found[0], ids);
		else if (answer.refusal !== null)
			game.say({ text: answer.refusal.sentence + (answer.refusal.clause ? `\n  ${answer.refusal.clause}` : ""), kind: "refused" });
		else
			void game.ask("why", `${verb} ${answer.cards}${meld !== null ? ` to ${meldAt(meld)}` : ""}`);
	};
	const choosable = drawing || acts.some(one => one.cards.length > 0); // whoever is asked something answers first
	return { picked, cards, armed, offers, choosable, refusal: answered && cards.length > 0 && toLay.length === 0 ? offered.refusal : null, toLay, layWords, green: offers.find(one => isGreen(one, offers)) ?? null, draw, folded, shown: offers.filter(one => !hidden.includes(one)), showWays, drawing, takes, pick, toggle, press, doOne, doGreen, hint, pile, taken, drop };
}
