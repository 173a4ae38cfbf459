/** The size of the card of a node with this many exits, in pixels of the canvas. */
export function cardSize(sources: number): { width: number; height: number } {
  return { width: 196, height: Math.max(60, 18 + sources * 20) };
}
