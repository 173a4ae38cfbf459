import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';

/** A card with the names of its exits. */
const card = { width: 240, height: 70 };
/** Pixels between a card and the edge of the canvas to which it is moved. */
const margin = 24;

/** @returns what moves the canvas, no further than it must, until a card at a position is seen */
export function useReveal(): (position: { x: number; y: number }) => void {
  const { getViewport, setViewport } = useReactFlow();
  const canvas = useStoreApi();
  return useCallback(
    ({ x, y }) => {
      const { width, height } = canvas.getState();
      const { x: left, y: top, zoom } = getViewport();
      const byX = missing(x * zoom + left, card.width * zoom, width);
      const byY = missing(y * zoom + top, card.height * zoom, height);
      if (byX !== 0 || byY !== 0) void setViewport({ x: left + byX, y: top + byY, zoom }, { duration: 160 });
    },
    [canvas, getViewport, setViewport],
  );
}

/** By how many pixels something must move to be within a length. */
function missing(at: number, size: number, within: number): number {
  if (at < 0) return margin - at;
  return at + size > within ? Math.max(within - size - margin, margin) - at : 0;
}

/**
 * Moves the canvas when it becomes narrower, as by the form of a node, so that this node stays in sight. When it is wide
 * again, it is back at its place, unless the user has moved it.
 */
export function useChosenInSight(chosen: ReadonlySet<string>): void {
  const { getNode, getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const moved = useRef<{ from: number; to: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the width changes, not while the user moves the canvas.
  useEffect(() => {
    const { x, y, zoom } = getViewport();
    const start = moved.current?.to === x ? moved.current.from : x;
    const [id = ''] = chosen;
    const node = chosen.size === 1 ? getNode(id) : undefined;
    const end = node ? start + (node.position.x + (node.measured?.width ?? 0)) * zoom + margin : 0;
    const to = Math.min(start, start - (end - width));
    moved.current = to === start ? null : { from: start, to };
    if (to !== x) void setViewport({ x: to, y, zoom });
  }, [width]);
}
