// dragging.js -- a card of the hand that follows a mouse or a finger until it is let go.
// @ts-check
import { useRef, useState } from "./preact.js";

/** How far a pointer moves, in pixels, before that is dragging and no click. */
const SLIP = 8;

/** @typedef {ReturnType<typeof useDragging>} Dragging */

/** @param {boolean} may @param {(id: number, place: HTMLElement, point: {x: number, y: number}) => void} drop */
export function useDragging(may, drop) {
	const [drag, setDrag] = useState(/** @type {{id: number, x: number, y: number} | null} */ (null));
	const dragged = useRef(false), dropNow = useRef(drop); // the table may have changed while a card was dragged
	dropNow.current = drop;
	/** Begins with a card. @param {number} id */
	const grab = id => (/** @type {PointerEvent} */ event) => {
		if (!may || event.button !== 0)
			return;
		const { pointerId, clientX, clientY } = event;
		let moved = false;
		const move = (/** @type {PointerEvent} */ next) => {
			if (next.pointerId !== pointerId || (!moved && Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLIP))
				return;
			moved = true;
			setDrag({ id, x: next.clientX, y: next.clientY });
		};
		const end = (/** @type {PointerEvent} */ last) => {
			if (last.pointerId !== pointerId)
				return;
			for (const [name, listener] of /** @type {const} */ ([["pointermove", move], ["pointerup", end], ["pointercancel", end]]))
				removeEventListener(name, listener);
			setDrag(null);
			if (!moved)
				return;
			dragged.current = true; // what the browser takes for a click is none
			setTimeout(() => { dragged.current = false; }, 0);
			const place = last.type === "pointerup" ? document.elementFromPoint(last.clientX, last.clientY)?.closest(/** @type {"div"} */ ("[data-drop]")) : null;
			if (place)
				dropNow.current(id, place, { x: last.clientX, y: last.clientY });
		};
		addEventListener("pointermove", move);
		addEventListener("pointerup", end);
		addEventListener("pointercancel", end);
	};
	return { drag, grab, wasDragged: () => dragged.current };
}
