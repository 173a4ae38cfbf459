import { type Connection, type EdgeChange, type NodeChange, type OnConnectEnd, useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { Canvas } from '../../canvas/flow-canvas';
import { type CardNode, canvasGraph } from '../../canvas/graph';
import { leaveEndOpen } from './editor-state';
import { connect, moveNodes, select } from './edits';
import { sameJson } from './flow-content';
import { edgeId } from './node-names';
import { useNodeDecorations } from './use-decorations';
import { useEditor, useEditorState } from './use-editor';
import { useChosenInSight } from './use-in-sight';
import { useNodes } from './use-nodes';

/** The format of a node type that is dragged from the palette. */
export const draggedType = 'application/x-flow-node-type';

type Positions = Readonly<Record<string, { x: number; y: number }>>;

/** The flow on the canvas, which can be moved, connected and chosen. */
export function EditorCanvas() {
  const { change, now, canWrite } = useEditor();
  const { screenToFlowPosition } = useReactFlow();
  const { openForm, add } = useNodes();
  const { nodes, edges, drag } = useDrawn();
  const isDragging = useRef(false);
  // An empty canvas keeps its place under the first node that is dropped.
  const [wasFull] = useState(() => nodes.length > 0);

  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    const moved = changes.filter((one) => one.type === 'position').filter(({ position }) => position);
    const positions = Object.fromEntries(moved.map(({ id, position }) => [id, position])) as Positions;
    // Arrow keys move without a drag; a drag is one change, at its end.
    if (moved.some(({ dragging }) => dragging) || isDragging.current) drag((former) => ({ ...former, ...positions }));
    else if (moved.length > 0 && canWrite) change(moveNodes, positions, 'keys');
    if (changes.some(({ type }) => type === 'select')) {
      const chosen = withChanges(now().nodes, changes);
      change(select, chosen, chosen.size > 0 ? [] : now().edges);
    }
  };
  const onConnectEnd: OnConnectEnd = (event, { isValid, fromNode, fromHandle, toNode }) => {
    if (isValid || toNode || !fromNode) return;
    const at = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (!at) return;
    const client = { x: at.clientX, y: at.clientY };
    const isSource = fromHandle?.type === 'source';
    const end = { nodeId: fromNode.id, handle: fromHandle?.id ?? null, isSource };
    change(leaveEndOpen, { ...end, position: screenToFlowPosition(client), client });
  };
  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(draggedType);
    if (!type) return;
    event.preventDefault();
    add(type, screenToFlowPosition({ x: event.clientX - 98, y: event.clientY - 30 }));
  };
  return (
    <Canvas
      nodes={nodes}
      edges={edges}
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
      nodeDecorations={useNodeDecorations()}
      onNodesChange={onNodesChange}
      onEdgesChange={(changes) => {
        if (changes.some(({ type }) => type === 'select'))
          change(select, now().nodes, withChanges(now().edges, changes));
      }}
      onNodeDragStart={() => {
        isDragging.current = true;
      }}
      onNodeDragStop={(_event, _node, all) => {
        isDragging.current = false;
        drag(() => ({}));
        change(moveNodes, Object.fromEntries(all.map(({ id, position }) => [id, position])));
      }}
      onConnect={(ends) => change(connect, edgeOf(ends))}
      onConnectEnd={onConnectEnd}
      isValidConnection={({ source, target, targetHandle }) =>
        source !== target || targetHandle === 'next' || targetHandle === 'break'
      }
      onNodeDoubleClick={() => openForm()}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(draggedType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={onDrop}
    />
  );
}

/** An edge with its ID. Of the entry that a node has by itself, nothing is said. */
function edgeOf({ source, target, sourceHandle, targetHandle }: Connection) {
  const edge = {
    source,
    target,
    ...(sourceHandle && { sourceHandle }),
    ...(targetHandle && targetHandle !== 'in' && { targetHandle }),
  };
  return { ...edge, id: edgeId(edge) };
}

/** What is chosen after changes of React Flow. */
function withChanges(chosen: ReadonlySet<string>, changes: readonly (NodeChange<CardNode> | EdgeChange)[]) {
  const next = new Set(chosen);
  for (const one of changes) if (one.type === 'select') one.selected ? next.add(one.id) : next.delete(one.id);
  return next;
}

/** The cards and edges as they are drawn: where they are dragged, and with what is chosen. */
function useDrawn() {
  const { types } = useEditor();
  const { nodes, edges } = useEditorState(({ content }) => content);
  const chosen = useEditorState((state) => state.nodes);
  const chosenEdges = useEditorState((state) => state.edges);
  const [dragged, drag] = useState<Positions>({});
  const graph = useMemo(() => canvasGraph(nodes, edges, { catalogue: types }), [nodes, edges, types]);
  const cards = useReused(graph.nodes);
  const lines = useReused(graph.edges);
  useChosenInSight(chosen);
  const placed = useMemo(
    () =>
      cards.map((card) => {
        const position = dragged[card.id];
        return position ? { ...card, position, dragging: true } : card;
      }),
    [cards, dragged],
  );
  return {
    nodes: useMemo(() => withSelection(placed, chosen), [placed, chosen]),
    edges: useMemo(() => withSelection(lines, chosenEdges), [lines, chosenEdges]),
    drag,
  };
}

/** The same items; one that did not change stays the same object, which is not drawn again. */
function useReused<Item extends { id: string }>(items: Item[]): Item[] {
  const former = useRef<Item[]>([]);
  return useMemo(() => {
    const byId = new Map(former.current.map((item) => [item.id, item]));
    former.current = items.map((item) => {
      const before = byId.get(item.id);
      return before && sameJson(before, item) ? before : item;
    });
    return former.current;
  }, [items]);
}

const chosenCopies = new WeakMap<object, object>();

/** The same items, in which the chosen ones are copies that say so. */
function withSelection<Item extends object & { id: string }>(items: Item[], chosen: ReadonlySet<string>): Item[] {
  return items.map((item) => {
    if (!chosen.has(item.id)) return item;
    const copy = (chosenCopies.get(item) as Item | undefined) ?? { ...item, selected: true };
    chosenCopies.set(item, copy);
    return copy;
  });
}
