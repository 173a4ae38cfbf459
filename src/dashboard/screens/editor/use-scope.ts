import { useMemo } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useWorkspace } from '../../workspace/workspace';
import { useEditor } from './editor-context';
import type { FlowEdge } from './flow-content';
import type { Values } from './form/completion';

const listNames = graphql(`
  query EditorNames($id: ID!) {
    workspace(id: $id) {
      globalVariables(limit: 100) {
        items {
          name
          value
        }
      }
      secrets(limit: 100) {
        items {
          name
        }
      }
    }
  }
`);

/** What the expressions of a node can read: the outputs of the nodes before it, variables, secrets by name. */
export function useScope(nodeId: string): Values {
  const { workspaceId, state, recorded, flow } = useEditor();
  const workspace = useWorkspace();
  const { data } = useRead(listNames, { id: workspaceId }, { live: ['variable', 'secret'] });
  const { nodes, edges, variables } = state.content;
  return useMemo(() => {
    const before = nodesBefore(nodeId, edges);
    const steps = Object.fromEntries([...before].map((id) => [id, recorded.outputs[id] ?? {}]));
    const set = nodes.flatMap(({ type, data: fields }) =>
      type === 'data.set' && Array.isArray(fields.assignments)
        ? fields.assignments.map((one: { name?: string; value?: unknown }) => [one.name ?? '', one.value])
        : [],
    );
    return {
      triggerData: recorded.triggerData,
      steps,
      variables: {
        ...Object.fromEntries(set),
        ...Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      },
      globalVars: Object.fromEntries(
        (data?.workspace.globalVariables?.items ?? []).map(({ name, value }) => [name, value]),
      ),
      boveda: Object.fromEntries((data?.workspace.secrets?.items ?? []).map(({ name }) => [name, '••••'])),
      loop: { item: {}, index: 0 },
      request: { method: 'POST', path: '', headers: {}, query: {}, rawBody: '', contentType: 'application/json' },
      execution: { id: recorded.executionId ?? '', startedAt: recorded.startedAt ?? '', trigger: 'manual' },
      flow: { id: flow.id, name: flow.name },
      workspace: { id: workspace.id, name: workspace.name },
      now: new Date().toISOString(),
    };
  }, [nodeId, nodes, edges, variables, recorded, flow, workspace, data]);
}

/** The nodes from which a path leads to a node. */
export function nodesBefore(nodeId: string, edges: readonly FlowEdge[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [nodeId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { source, target } of edges) {
      if (target !== id || found.has(source)) continue;
      found.add(source);
      open.push(source);
    }
  }
  found.delete(nodeId);
  return found;
}
