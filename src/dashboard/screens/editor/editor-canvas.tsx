import { applyNodeChanges, type Connection, type NodeChange, type OnConnectEnd, useReactFlow } from '@xyflow/react';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { NodeDecoration } from '../../canvas/decorations';
import { Canvas } from '../../canvas/flow-canvas';
import { type CanvasEdge, type CardNode, canvasGraph } from '../../canvas/graph';
import { useEditor } from './editor-context';
import { type FlowContent, type FlowEdge, sameJson } from './flow-content';
import { edgeId } from './node-names';
import type { NodeTypes } from './node-types';
import { useChosenInSight } from './use-in-sight';

/** The format of a node type that is dragged from the palette. */
export const draggedType = 'application/x-flow-node-type';

/** A handle from which something was dragged into the void. */
export interface OpenEnd {
  nodeId: string;
  handle: string | null;
  isSource: boolean;
  position: { x: number; y: number };
  /** Where it was dropped on the page. */
  client: { x: number; y: number };
}

interface EditorCanvasProps {
  decorations: ReadonlyMap<string, NodeDecoration>;
  onDropType: (type: string, position: { x: number; y: number }) => void;
  /** A connection was dragged to where nothing is. */
  onOpenEnd: (end: OpenEnd) => void;
  /** Enter, or a double click, on a node. */
  onOpenForm: () => void;
}

/** The flow on the canvas, which can be moved, connected and chosen. */
export function EditorCanvas({ decorations, onDropType, onOpenEnd, onOpenForm }: EditorCanvasProps) {
  const { state, dispatch, types, canWrite } = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  const { cards, edges, change } = useCards(state.content, types);
  const chosen = state.nodes;
  const nodes = useMemo(() => withSelection(cards, chosen), [cards, chosen]);
  useChosenInSight(chosen);
  const chosenEdges = state.edges;
  const shownEdges = useMemo(() => withSelection(edges, chosenEdges), [edges, chosenEdges]);
  const dragged = useRef(false);
  // An empty canvas keeps its place under the first node that is dropped.
  const [wasFull] = useState(() => state.content.nodes.length > 0);

  const onNodesChange = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      change(changes);
      const moved = changes.filter((one) => one.type === 'position');
      // Arrow keys move without a drag; a drag is one change, at its end.
      const steps = moved.filter((one) => one.position && !one.dragging && !dragged.current);
      if (steps.length > 0 && canWrite) {
        const positions = Object.fromEntries(steps.map((one) => [one.id, one.position as { x: number; y: number }]));
        dispatch({ kind: 'move', positions, together: 'keys' });
      }
      const selects = changes.filter((one) => one.type === 'select');
      if (selects.length === 0) return;
      const next = new Set(chosen);
      for (const { id, selected } of selects) selected ? next.add(id) : next.delete(id);
      dispatch({ kind: 'select', nodes: [...next], edges: next.size > 0 ? [] : [...chosenEdges] });
    },
    [change, chosen, chosenEdges, dispatch, canWrite],
  );
  const onConnect = useCallback(
    ({ source, target, sourceHandle, targetHandle }: Connection) => {
      const edge = { source, target, sourceHandle, targetHandle: targetHandle === 'in' ? null : targetHandle };
      dispatch({ kind: 'connect', edge: asEdge(edge) });
    },
    [dispatch],
  );
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, { isValid, fromNode, fromHandle, toNode }) => {
      if (isValid || toNode || !fromNode) return;
      const at = 'changedTouches' in event ? event.changedTouches[0] : event;
      if (!at) return;
      const client = { x: at.clientX, y: at.clientY };
      const position = screenToFlowPosition(client);
      const isSource = fromHandle?.type === 'source';
      onOpenEnd({ nodeId: fromNode.id, handle: fromHandle?.id ?? null, isSource, position, client });
    },
    [screenToFlowPosition, onOpenEnd],
  );
  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(draggedType);
    if (!type) return;
    event.preventDefault();
    onDropType(type, screenToFlowPosition({ x: event.clientX - 98, y: event.clientY - 30 }));
  };
  return (
    <Canvas
      nodes={nodes}
      edges={shownEdges}
      readOnly={false}
      nodesDraggable={canWrite}
      nodesConnectable={canWrite}
      edgesReconnectable={false}
      deleteKeyCode={null}
      multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
      fitView={wasFull}
      defaultViewport={{ x: 60, y: 160, zoom: 1 }}
      selectionKeyCode="Shift"
      snapToGrid
      snapGrid={[10, 10]}
      nodeDecorations={decorations}
      onNodesChange={onNodesChange}
      onEdgesChange={(changes) => {
        const next = new Set(chosenEdges);
        for (const one of changes) if (one.type === 'select') one.selected ? next.add(one.id) : next.delete(one.id);
        if (changes.some(({ type }) => type === 'select'))
          dispatch({ kind: 'select', nodes: [...chosen], edges: [...next] });
      }}
      onNodeDragStart={() => {
        dragged.current = true;
      }}
      onNodeDragStop={(_event, _node, all) => {
        dragged.current = false;
        dispatch({ kind: 'move', positions: Object.fromEntries(all.map(({ id, position }) => [id, position])) });
      }}
      onConnect={onConnect}
      onConnectEnd={onConnectEnd}
      isValidConnection={({ source, target, targetHandle }) =>
        source !== target || targetHandle === 'next' || targetHandle === 'break'
      }
      onNodeDoubleClick={onOpenForm}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(draggedType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={onDrop}
    />
  );
}

/** An edge with its ID. */
export function asEdge(ends: Omit<FlowEdge, 'id'>): FlowEdge {
  const edge = {
    source: ends.source,
    target: ends.target,
    ...(ends.sourceHandle && { sourceHandle: ends.sourceHandle }),
    ...(ends.targetHandle && { targetHandle: ends.targetHandle }),
  };
  return { ...edge, id: edgeId(edge) };
}

/** The cards of the content, which are moved here while they are dragged. A card that did not change stays the same object. */
function useCards(content: FlowContent, types: NodeTypes) {
  const graph = useMemo(() => {
    const nodes = content.nodes.map((node) => ({ ...node, data: { ...node.data } }));
    return canvasGraph(nodes, [...content.edges], { catalogue: types });
  }, [content.nodes, content.edges, types]);
  const [cards, setCards] = useState<CardNode[]>(graph.nodes);
  const [edges, setEdges] = useState<CanvasEdge[]>(graph.edges);
  useEffect(() => {
    setCards((former) => reuse(former, graph.nodes));
    setEdges((former) => reuse(former, graph.edges));
  }, [graph]);
  const change = useCallback((changes: NodeChange<CardNode>[]) => {
    const own = changes.filter(({ type }) => type === 'position' || type === 'dimensions');
    if (own.length > 0) setCards((former) => applyNodeChanges(own, former));
  }, []);
  return { cards, edges, change };
}

function reuse<Item extends { id: string }>(former: readonly Item[], next: readonly Item[]): Item[] {
  const byId = new Map(former.map((item) => [item.id, item]));
  return next.map((item) => {
    const before = byId.get(item.id);
    if (!before) return item;
    const all = { ...before, ...item, selected: undefined, dragging: undefined };
    return sameJson({ ...before, selected: undefined, dragging: undefined }, all) ? before : item;
  });
}

const chosenCopies = new WeakMap<object, object>();

/** The same items, in which the chosen ones are copies that say so. */
function withSelection<Item extends { id: string; selected?: boolean }>(
  items: Item[],
  chosen: ReadonlySet<string>,
): Item[] {
  return items.map((item) => {
    if (!chosen.has(item.id)) return item.selected ? { ...item, selected: false } : item;
    if (item.selected) return item;
    let copy = chosenCopies.get(item) as Item | undefined;
    if (!copy) {
      copy = { ...item, selected: true };
      chosenCopies.set(item, copy);
    }
    return copy;
  });
}
