// sounds.js -- soft sounds of cards, made by the browser and off until they are wanted.
// @ts-check
import { kept } from "./store.js";

/** @typedef {import("./table.js").View} View */

export const hasSounds = () => kept.read("sounds") === "on";

/** @type {AudioContext | null} */
let audio = null;

/** A card on cloth: a short rustle. @param {AudioContext} audio @param {number} pitch in hertz @param {number} loud */
function rustle(audio, pitch, loud) {
	const seconds = 0.07, buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate), samples = buffer.getChannelData(0);
	for (let i = 0; i < samples.length; i++)
		samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
	const source = audio.createBufferSource(), filter = audio.createBiquadFilter(), volume = audio.createGain();
	source.buffer = buffer;
	filter.type = "bandpass";
	filter.frequency.value = pitch;
	volume.gain.value = loud;
	source.connect(filter).connect(volume).connect(audio.destination);
	source.start();
}

/** A soft bell. @param {AudioContext} audio @param {number} pitch in hertz @param {number} after in seconds */
function bell(audio, pitch, after) {
	const tone = audio.createOscillator(), volume = audio.createGain(), begin = audio.currentTime + after;
	tone.frequency.value = pitch;
	volume.gain.setValueAtTime(0, begin);
	volume.gain.linearRampToValueAtTime(0.08, begin + 0.02);
	volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.5);
	tone.connect(volume).connect(audio.destination);
	tone.start(begin);
	tone.stop(begin + 0.5);
}

const SOUNDS = /** @type {Record<string, (audio: AudioContext) => void>} */ ({
	draw: audio => rustle(audio, 2600, 0.25), lay: audio => rustle(audio, 1300, 0.5), turn: audio => bell(audio, 660, 0),
	end: audio => [523, 659, 784].forEach((pitch, i) => bell(audio, pitch, i * 0.14)),
});

/** What is heard where one view follows another. @param {View} old @param {View} now */
function soundsOf(old, now) {
	if (now.ended !== "")
		return old.ended === "" ? ["lay", "end"] : [];
	const melded = (/** @type {View} */ view) => [...view.melds.values()].flat().join().length;
	return [now.pile !== old.pile || melded(now) !== melded(old) ? "lay" : now.stock !== old.stock ? "draw" : "", now.toAct === now.seat && old.toAct !== now.seat ? "turn" : ""].filter(name => name);
}

/** @param {View} old @param {View} now */
export function hear(old, now) {
	if (!hasSounds() || old.deal !== now.deal)
		return;
	try {
		audio ??= new AudioContext();
		for (const name of soundsOf(old, now))
			SOUNDS[name](audio);
	} catch { /* this browser has no sound */ }
}

/** @param {boolean} on */
export const setSounds = on => void kept.write("sounds", on ? "on" : "off");
