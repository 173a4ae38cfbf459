import { useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import type { FlowNode } from './flow-content';

type Position = FlowNode['position'];

/** A card with the names of its exits. */
const card = { width: 240, height: 70 };
/** Pixels between a card and the edge of the canvas to which it is moved. */
const margin = 24;
const moving = { duration: 160 };

/**
 * @returns what moves the canvas, no further than it must, until a card at a position is seen. It returns where the canvas is
 * then, and null if it need not move
 */
export function useReveal(): (position: Position) => Viewport | null {
  const { getViewport, setViewport } = useReactFlow();
  const canvas = useStoreApi();
  return useCallback(
    ({ x, y }) => {
      const { width, height } = canvas.getState();
      const { x: left, y: top, zoom } = getViewport();
      const byX = missing(x * zoom + left, card.width * zoom, width);
      const byY = missing(y * zoom + top, card.height * zoom, height);
      if (byX === 0 && byY === 0) return null;
      const moved = { x: left + byX, y: top + byY, zoom };
      void setViewport(moved, moving);
      return moved;
    },
    [canvas, getViewport, setViewport],
  );
}

/**
 * Keeps the chosen node in sight when the canvas becomes narrower, as by the form of that node. When it becomes wider again, the
 * canvas is moved back, unless the user has moved it.
 */
export function useChosenInSight(chosen: ReadonlySet<string>, nodes: readonly FlowNode[]): void {
  const { getViewport, setViewport } = useReactFlow();
  const reveal = useReveal();
  const width = useStore((state) => state.width);
  const last = useRef<{ width: number; back?: { from: Viewport; to: Viewport } | null }>({ width: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the width changes, not while the user moves the canvas.
  useEffect(() => {
    const { width: before, back } = last.current;
    last.current = { width };
    const from = getViewport();
    if (back && width > before) {
      if (isAt(from, back.to)) void setViewport(back.from, moving);
      return;
    }
    const [id] = chosen;
    const node = chosen.size === 1 ? nodes.find((one) => one.id === id) : undefined;
    const to = node && width > 0 ? reveal(node.position) : null;
    if (to && width < before) last.current.back = { from, to };
  }, [width]);
}

const isAt = (one: Viewport, other: Viewport): boolean =>
  Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1 && one.zoom === other.zoom;

/** By how many pixels something must move to be within a length. */
function missing(at: number, size: number, within: number): number {
  if (at < 0) return margin - at;
  return at + size > within ? Math.max(within - size - margin, margin) - at : 0;
}
