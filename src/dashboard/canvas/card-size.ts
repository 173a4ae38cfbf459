/** The size of the card of a node with this many exits, in pixels of the canvas. */
export function cardSize(sources: number): { width: number; height: number } {
  return { width: 196, height: Math.max(60, 18 + sources * 20) };
}

/** The diameter of a handle, as in the styles. */
const handleSize = 9;

/** Where a handle is on its card: in shares of its width and height. */
export interface HandlePlace {
  side: 'left' | 'bottom' | 'right';
  x: number;
  y: number;
}

/** An entry: at the left, and those that end an iteration of a loop at the bottom. */
export function entryPlace(handle: string, index: number): HandlePlace {
  const isLoops = handle === 'next' || handle === 'break';
  return isLoops ? { side: 'bottom', x: 0.1 + index * 0.22, y: 1 } : { side: 'left', x: 0, y: 0.5 };
}

/** An exit: at the right, one below the other. */
export const exitPlace = (index: number, count: number): HandlePlace => ({
  side: 'right',
  x: 1,
  y: (index + 1) / (count + 1),
});

/** The box of a handle in pixels from the corner of its card, so that edges are drawn without measuring. */
export function handleBox({ x, y }: HandlePlace, { width, height }: { width: number; height: number }) {
  const half = handleSize / 2;
  return { x: x * width - half, y: y * height - half, width: handleSize, height: handleSize };
}
