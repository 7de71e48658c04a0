// start.js -- what one sees first: a game to play at once, and what else there is.
// @ts-check
import { html, useState } from "./preact.js";
import { firstGames, useGames } from "./parts.js";
import { keptGames } from "./store.js";

const ELSE = [["read", "Read", "the rule sheet of any game, each rule with where it comes from"], ["write", "Write", "your club's own rules: theirs, but …; checked while you write"],
	["compare", "Compare", "two sets of rules, by what they mean"], ["judge", "Judge", "whether an act is legal, and the rule that says so"],
	["score", "Score", "a pad for the evening that adds up by your rules"], ["simulate", "Simulate", "what a rule does, in thousands of games"]];

/** What a game is called, without whose rules these are. @param {import("./parts.js").Game} game */
const plainTitle = game => game.title.replace(/ \(.*\)$/, "");

/** @param {{Invitation?: any}} props what a server offers */
export function Start({ Invitation }) {
	const games = useGames(), [unfinished] = useState(() => keptGames().find(game => !game.over));
	const first = firstGames.map(name => games.find(game => game.reference === name)).filter(game => game !== undefined)
		.filter((game, i, all) => all.findIndex(one => plainTitle(one) === plainTitle(game)) === i);
	return html`<div class="room plain narrow start">
		<section class="paper"><h2 class="title">Play now</h2>
			<p>You sit at a table with bots. Choose cards, and one button plays them.</p>
			<div class="choices">${unfinished && html`<a class="button primary" href=${"#play?go=" + unfinished.id}>Go on with the game from before<small>${unfinished.title}</small></a>`}
				${first.map((game, i) => html`<a class=${"button" + (i === 0 && !unfinished ? " primary" : "")} href=${`#play?game=${encodeURIComponent(game.reference)}&now=1`}>${plainTitle(game)}<small>${game.players} players</small></a>`)}
				<a class="button" href="#play">Another game, other players</a></div>
			${!Invitation && html`<p class="hint">Several people, each at her own phone, play at a table of <code>canasta serve</code>.</p>`}</section>
		${Invitation && html`<${Invitation} />`}
		<section class="paper"><h3>What else there is</h3><dl class="rooms">${ELSE.map(([room, title, does]) => html`<dt><a href=${"#" + room}>${title}</a></dt><dd>${does}</dd>`)}</dl></section>
	</div>`;
}
