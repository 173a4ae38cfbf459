import { useReactFlow } from '@xyflow/react';
import { type RefObject, useCallback } from 'react';

/** A card with the names of its exits. */
const card = { width: 240, height: 70 };

/** How far a card is moved from the edge of the canvas. */
const margin = 24;

/** @returns what moves the canvas, no further than it must, until a card at a position is seen */
export function useReveal(canvas: RefObject<HTMLElement | null>): (position: { x: number; y: number }) => void {
  const { getViewport, setViewport } = useReactFlow();
  return useCallback(
    ({ x, y }) => {
      const { clientWidth = 0, clientHeight = 0 } = canvas.current ?? {};
      const { x: left, y: top, zoom } = getViewport();
      const byX = missing(x * zoom + left, card.width * zoom, clientWidth);
      const byY = missing(y * zoom + top, card.height * zoom, clientHeight);
      if (byX !== 0 || byY !== 0) void setViewport({ x: left + byX, y: top + byY, zoom }, { duration: 200 });
    },
    [canvas, getViewport, setViewport],
  );
}

/** By how many pixels something must move to be within a length. */
function missing(at: number, size: number, within: number): number {
  if (at < 0) return margin - at;
  return at + size > within ? Math.max(within - size - margin, margin) - at : 0;
}
