import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect } from 'react';

/** Pixels between the chosen node and the edge of the canvas. */
const margin = 24;

/** Moves the canvas when it becomes narrower, as by the form of a node, so that this node stays in sight. */
export function useChosenInSight(chosen: ReadonlySet<string>): void {
  const { getNode, getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the width changes, not while the user moves the canvas.
  useEffect(() => {
    const [id = ''] = chosen;
    const node = chosen.size === 1 ? getNode(id) : undefined;
    if (!node) return;
    const { x, y, zoom } = getViewport();
    const end = x + (node.position.x + (node.measured?.width ?? node.width ?? 0)) * zoom + margin;
    if (end > width) void setViewport({ x: x - (end - width), y, zoom }, { duration: 160 });
  }, [width]);
}
