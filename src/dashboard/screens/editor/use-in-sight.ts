import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect } from 'react';
import type { FlowNode } from './flow-content';

type Position = FlowNode['position'];

/** A card with the names of its exits. */
const card = { width: 240, height: 70 };
/** Pixels between a card and the edge of the canvas to which it is moved. */
const margin = 24;

/** @returns what moves the canvas, no further than it must, until a card at a position is seen */
export function useReveal(): (position: Position) => void {
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

/** Keeps the chosen node in sight when the canvas becomes narrower, as by the form of that node. */
export function useChosenInSight(chosen: ReadonlySet<string>, nodes: readonly FlowNode[]): void {
  const reveal = useReveal();
  const width = useStore((state) => state.width);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the width changes, not while the user moves the canvas.
  useEffect(() => {
    const [id] = chosen;
    const node = chosen.size === 1 ? nodes.find((one) => one.id === id) : undefined;
    if (node && width > 0) reveal(node.position);
  }, [width]);
}

/** By how many pixels something must move to be within a length. */
function missing(at: number, size: number, within: number): number {
  if (at < 0) return margin - at;
  return at + size > within ? Math.max(within - size - margin, margin) - at : 0;
}
