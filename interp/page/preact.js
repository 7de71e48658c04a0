// preact.js -- Preact with htm, which needs no step that rewrites the sources.
// @ts-check
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
export { render, Fragment } from "preact";
export { useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback } from "preact/hooks";
