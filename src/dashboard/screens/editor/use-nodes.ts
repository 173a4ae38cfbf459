import { useReactFlow } from '@xyflow/react';
import { focusForm, leaveEndOpen, type OpenEnd } from './editor-state';
import { addNode, moveNodes, select } from './edits';
import type { Issue } from './flow-operations';
import { newNode, openHandle } from './new-node';
import { entryOf } from './palette-entries';
import { useEditor } from './use-editor';
import { useReveal } from './use-in-sight';
import { useSide } from './use-side';

/** What leads to nodes and their forms, and adds nodes. */
export function useNodes() {
  const { now, change, types } = useEditor();
  const { fitView } = useReactFlow();
  const { show } = useSide();
  const reveal = useReveal();
  const openForm = (field: string | null = null) => {
    show(null);
    change(focusForm, field);
  };
  const showNode = (id: string) => {
    change(select, [id]);
    show(null);
    void fitView({ nodes: [{ id }], maxZoom: 1, duration: 200 });
  };
  return {
    openForm,
    showNode,
    showIssue: ({ nodeId, edgeId, field }: Issue) => {
      if (!nodeId) return change(select, [], edgeId ? [edgeId] : []);
      showNode(nodeId);
      openForm(field ?? null);
    },
    /** Adds a node of an entry of the palette where it was dropped, or behind what is chosen. */
    add: (entry: string, position?: { x: number; y: number }, end?: OpenEnd) => {
      const { type: info, title, data } = entryOf(types, entry);
      if (!info) return;
      const { content, nodes } = now();
      const from = end ?? (position ? null : openHandle(content, nodes, types));
      const { node, edge } = newNode(content, info, types, { position, from, title, data });
      change(addNode, node, edge);
      change(leaveEndOpen, null);
      show(null);
      // Its form has opened by then, and taken its part of the canvas.
      if (!position) setTimeout(() => reveal(node.position), 80);
    },
    tidy: async () => {
      const { tidyPositions } = await import('../../canvas/layout');
      const { nodes, edges } = now().content;
      change(moveNodes, Object.fromEntries(tidyPositions(nodes, edges)));
      // The cards are moved first.
      setTimeout(() => void fitView({ padding: 0.15, maxZoom: 1.1, duration: 200 }), 80);
    },
  };
}
