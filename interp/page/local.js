// local.js -- a game that this page's own library plays: with bots, or with several people at one screen. Every act stands in a record that
// is kept before it is shown.
// @ts-check
import { kept, unwrapped } from "./parts.js";
import { keepGame } from "./store.js";
import { call, json } from "./library.js";
import { inSigns } from "./cards.js";

/** @typedef {import("./game.js").Session} Session */
/** @typedef {import("./game.js").State} State */
/** A game of the library by its number, and where the browser keeps it; [bots] has null for a person, [value] is what was read there, [worn] how it looked.
 * @typedef {{at: number, bots: (string | null)[], title: string, id: string, value: string | null, worn: import("./motion.js").Worn | null}} Table */

/** @param {Table} table @param {(id: string) => void} [movedTo] is told where the game is kept from now on @returns {Session} */
export function localSession(table, movedTo) {
	const { at, bots } = table, people = bots.map((bot, i) => bot === null ? i : -1).filter(i => i >= 0), isPerson = (/** @type {number} */ seat) => people.includes(seat);
	let watcher = /** @type {import("./game.js").Watcher | null} */ (null), last = -1, record = "", place = { id: table.id, value: table.value };
	let state = /** @type {State | null} */ (null), sitsOut = false;
	const ask = (/** @type {string} */ verb, /** @type {string} */ words = "") => call("game", { at, verb, words });

	/** What is seen of the table by whoever looks; who sits out sees the table, and no hand. @param {State} state */
	const look = async state => {
		const seat = [state.seat, last, people[0] ?? 0].find(isPerson) ?? 0;
		const told = (await ask("tell")).out;
		let lines = (await call("game", { at, verb: "view", seat })).out;
		sitsOut = lines === "";
		for (let other = 0; lines === "" && other < state.seats.length; other++)
			lines = (await call("game", { at, verb: "view", seat: other })).out;
		return { state, told: told.trim() === "" ? [] : unwrapped(inSigns(told)), lines, sitsOut, covered: people.length > 1 && isPerson(state.seat) && last !== state.seat && state.moment === "act" };
	};
	const keep = async () => {
		const told = watcher; // who looks may leave while the record is written
		if (state === null || told === null)
			return;
		record = (await ask("record")).out;
		const as = keepGame({ id: place.id, record, seats: bots, title: table.title, over: state.moment === "game_over", when: Date.now(), worn: told.worn() }, place.value);
		if (as.id !== place.id) {
			movedTo?.(as.id);
			told.say({ text: "This game is played on in another window, too. Both are kept, as two games.", kind: "hint" });
		}
		place = as;
	};
	/** A bot acts; one that looks ahead thinks in short slices. */
	const botActs = async () => {
		for (;;) {
			const answer = await call("game_bots", { at, bots, most: 1 });
			if (watcher === null || answer.out !== "thinking")
				return answer;
		}
	};
	/** Shows how it is now, lets the bots act, and stops where a person acts or the deal is over. */
	const goOn = async () => {
		for (;;) {
			const now = await json("game_state", { at }).catch(error => { if (watcher !== null) throw error; }); // who has left has freed the game
			if (watcher === null)
				return;
			state = /** @type {State} */ (now);
			const news = await look(state);
			if (watcher === null)
				return;
			const shown = watcher.heard(news);
			await keep();
			await shown;
			if (state.seat < 0 || isPerson(state.seat) || watcher === null) {
				last = isPerson(state.seat) ? state.seat : last;
				return;
			}
			await watcher.pause();
			const answer = watcher !== null ? await botActs() : null;
			if (answer !== null && answer.status !== 0)
				watcher?.say({ text: answer.messages.trim() || "A bot could not act.", kind: "refused" });
			if (answer === null || answer.status !== 0)
				return;
		}
	};
	return {
		people, title: table.title, worn: table.worn, paced: true, ask, goOn, keep: () => void keep(), record: async () => record,
		rules: (name, request = {}) => json(name, { at, ...request }),
		begin(told) {
			watcher = told;
			void goOn();
			return () => { watcher = null; };
		},
		free: () => void call("free", { at }),
	};
}
