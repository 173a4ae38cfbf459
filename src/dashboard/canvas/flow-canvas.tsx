import '@xyflow/react/dist/style.css';
import {
  Background,
  BackgroundVariant,
  MarkerType,
  MiniMap,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { type ReactNode, useMemo } from 'react';
import { useTexts } from '../i18n/texts';
import { IconButton } from '../ui/icon-button';
import styles from './canvas.module.css';
import { DecorationContext, type EdgeDecoration, type NodeDecoration, noDecorations } from './decorations';
import { FlowEdge } from './edge';
import type { CanvasEdge, CardNode } from './graph';
import { NodeCard } from './node-card';
import { canvasTexts } from './texts';

const nodeTypes = { card: NodeCard };
const edgeTypes = { flow: FlowEdge };
const edgeDefaults = {
  markerEnd: {
    type: MarkerType.ArrowClosed,
    width: 16,
    height: 16,
    color: 'var(--border-strong)',
    // The same size however wide the line is.
    markerUnits: 'userSpaceOnUse',
  },
};

/** From this number of nodes, only those on screen are drawn, and a map shows the rest. */
const many = 40;
/** Below this zoom, labels of many nodes are smaller than one can read. */
const farBelow = 0.35;

export interface FlowCanvasProps
  extends Omit<ReactFlowProps<CardNode, CanvasEdge>, 'nodes' | 'edges' | 'onSelect' | 'nodeTypes' | 'edgeTypes'> {
  nodes: CardNode[];
  edges: CanvasEdge[];
  /** Shows and selects only. Defaults to true. */
  readOnly?: boolean;
  /** What is shown on the cards and edges beside the flow itself, by their IDs. */
  nodeDecorations?: ReadonlyMap<string, NodeDecoration>;
  edgeDecorations?: ReadonlyMap<string, EdgeDecoration>;
  /** The node that is marked as chosen. */
  selected?: string | null;
  /** A node was chosen by the mouse or the keyboard, or none. */
  onSelect?: (nodeId: string | null) => void;
  /** Further panels. */
  children?: ReactNode;
}

/**
 * A flow on a canvas. All properties of React Flow are passed on: an editor sets `readOnly` to false and handles its
 * changes. What changes often belongs into the decorations, so that the flow itself is not drawn again.
 */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

/** The canvas without its provider, for those who bring one to use the hooks of React Flow beside it. */
export function Canvas({
  nodes,
  edges,
  readOnly = true,
  nodeDecorations = noDecorations.nodes,
  edgeDecorations = noDecorations.edges,
  selected = null,
  onSelect,
  children,
  ...rest
}: FlowCanvasProps) {
  const t = useTexts(canvasTexts);
  const isFar = useStore(({ transform }) => transform[2] < farBelow) && nodes.length > many;
  const decorations = useMemo(
    () => ({ nodes: nodeDecorations, edges: edgeDecorations, selected, isFar }),
    [nodeDecorations, edgeDecorations, selected, isFar],
  );
  const readOnlyProps: Partial<ReactFlowProps<CardNode, CanvasEdge>> = readOnly
    ? {
        nodesDraggable: false,
        nodesConnectable: false,
        edgesFocusable: false,
        edgesReconnectable: false,
        deleteKeyCode: null,
        selectionKeyCode: null,
        multiSelectionKeyCode: null,
        onNodesChange: (changes) => {
          const chosen = changes.find((change) => change.type === 'select' && change.selected);
          if (chosen?.type === 'select') onSelect?.(chosen.id);
        },
      }
    : {};
  return (
    <DecorationContext value={decorations}>
      <section
        className={`w-full h-full relative ${styles.canvas}`}
        data-far={isFar || undefined}
        aria-label={t.canvas}
      >
        <ReactFlow<CardNode, CanvasEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          defaultEdgeOptions={edgeDefaults}
          fitView
          fitViewOptions={{ padding: 0.1, maxZoom: 1.1 }}
          minZoom={0.08}
          maxZoom={2}
          onlyRenderVisibleElements={nodes.length > many}
          proOptions={{ hideAttribution: true }}
          {...readOnlyProps}
          onNodeClick={(_, { id }) => onSelect?.(id)}
          onPaneClick={() => onSelect?.(null)}
          {...rest}
        >
          <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} color="var(--border)" />
          {nodes.length > many && (
            <MiniMap
              pannable
              zoomable
              ariaLabel={t.canvas}
              nodeColor="var(--border-strong)"
              className="clip border round"
            />
          )}
          <Zoom />
          {children}
        </ReactFlow>
      </section>
    </DecorationContext>
  );
}

function Zoom() {
  const t = useTexts(canvasTexts);
  const { fitView, zoomIn, zoomOut } = useReactFlow();
  return (
    <Panel position="bottom-left" className={`stack border round surface shadow ${styles.zoom}`}>
      <IconButton size="small" icon="plus" label={t.zoomIn} onClick={() => void zoomIn({ duration: 120 })} />
      <IconButton size="small" icon="minus" label={t.zoomOut} onClick={() => void zoomOut({ duration: 120 })} />
      <IconButton
        size="small"
        icon="layout"
        label={t.fit}
        onClick={() => void fitView({ duration: 160, padding: 0.1, maxZoom: 1.1 })}
      />
    </Panel>
  );
}
