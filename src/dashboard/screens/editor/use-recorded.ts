import { useMemo } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { isTrigger } from '../../canvas/catalogue';
import { runsForEach } from '../../canvas/graph';
import { useWorkspace } from '../../workspace/workspace';
import type { FlowEdge, FlowNode } from './flow-content';
import type { NodeTypeInfo } from './flow-operations';
import { newestOf, useTestCalls } from './listening/use-test-calls';
import { useEditor, useEditorState } from './use-editor';
import { useFlowState, useSamples, useTriggerSamples } from './use-samples';
import { useSide } from './use-side';

const findRecorded = graphql(`
  query EditorRecorded($id: ID!, $executionId: ID!) {
    workspace(id: $id) {
      execution(id: $executionId) {
        id
        status
        startedAt
        triggerNodeId
        triggerData
        steps(limit: 100) {
          items {
            id
            nodeId
            status
            iteration
            output
            input
            error {
              code
              message
            }
          }
        }
      }
    }
  }
`);

/** A step as an execution recorded it. */
export interface RecordedStep {
  nodeId: string;
  status: string;
  output?: unknown;
  input?: unknown;
  error?: { code: string; message: string } | null;
}

/** The data that expressions are completed from and evaluated with. */
export interface Recorded {
  /** Null without an execution: the data are samples. */
  executionId: string | null;
  startedAt: string | null;
  /** The trigger that got the data; null if it is not known. */
  triggerNodeId: string | null;
  triggerData: unknown;
  /** The HTTP request of the test call whose data it is; null for other data. */
  request: unknown;
  /** The outputs by node ID: recorded, pinned, or the sample of the type. */
  outputs: Readonly<Record<string, unknown>>;
  steps: ReadonlyMap<string, RecordedStep>;
}

/**
 * What an execution recorded: the run that is over, the one in the address, or the last one, unless a test call came after it. Where
 * it recorded nothing, what is pinned, what test calls sent, and the samples of the node types.
 */
export function useRecorded(): Recorded {
  const { workspaceId, flow } = useEditor();
  const nodes = useEditorState(({ content }) => content.nodes);
  const ended = useEditorState(({ run }) =>
    run?.execution && run.execution.status !== 'running' ? run.executionId : null,
  );
  const { execution: asked } = useSide();
  const executionId = ended ?? asked ?? flow.lastExecution?.id ?? null;
  const { data } = useRead(
    findRecorded,
    { id: workspaceId, executionId: executionId ?? '' },
    { enabled: executionId !== null, live: ['execution'] },
  );
  const found = executionId ? (data?.workspace.execution ?? null) : null;
  const call = newestOf(useTestCalls());
  const isOlder = !ended && !asked && call !== undefined && (found?.startedAt ?? '') < call.receivedAt;
  const execution = isOlder ? null : found;
  const sampleOf = useSamples();
  const startOf = useTriggerSamples();
  return useMemo(() => {
    const steps = stepsByNode(execution?.steps.items ?? []);
    const triggers = nodes.filter(({ type }) => isTrigger(type));
    const trigger = triggers.find(({ id }) => id === call?.nodeId) ?? triggers[0];
    const outputs: Record<string, unknown> = {};
    for (const node of nodes) {
      const { id, pinnedData } = node;
      const sample = runsForEach(node) ? [sampleOf(node)] : sampleOf(node);
      const output = steps.get(id)?.output ?? outputOfPin(pinnedData) ?? sample;
      if (output !== undefined && output !== null) outputs[id] = output;
    }
    const sample = trigger && startOf(trigger);
    return {
      executionId: execution?.id ?? null,
      startedAt: execution?.startedAt ?? null,
      triggerNodeId: (execution ? execution.triggerNodeId : trigger?.id) ?? null,
      triggerData: execution?.triggerData ?? sample ?? {},
      request: execution ? null : (call?.request ?? null),
      outputs,
      steps,
    };
  }, [call, execution, nodes, sampleOf, startOf]);
}

/** The last step of each node; of a node that runs once for each item of a list, the one that holds all results. */
function stepsByNode<S extends { nodeId: string; iteration?: string | null }>(steps: readonly S[]): Map<string, S> {
  const found = new Map<string, S>();
  const depthOf = ({ iteration }: S) => (iteration ? iteration.split('.').length : 0);
  for (const step of steps) {
    const known = found.get(step.nodeId);
    if (!known || depthOf(known) >= depthOf(step)) found.set(step.nodeId, step);
  }
  return found;
}

/** What a pin answers: it may name the handle, too. */
function outputOfPin(pinned: unknown): unknown {
  if (typeof pinned !== 'object' || pinned === null) return pinned;
  const keys = Object.keys(pinned);
  const isMock = 'handle' in pinned && keys.every((key) => key === 'handle' || key === 'output');
  return isMock ? (pinned as { output?: unknown }).output : pinned;
}

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

/** What expressions can read, by root. */
export type Values = Readonly<Record<string, unknown>>;

const noItem = {};

/** The first item of a node that reads items of a list, or some of whose fields do, as its last step read it; else undefined. */
export function useItem(nodeId: string): unknown {
  const { types } = useEditor();
  const { steps } = useRecorded();
  const node = useEditorState(({ content }) => content.nodes.find(({ id }) => id === nodeId));
  const input = (steps.get(nodeId)?.input ?? {}) as { items?: unknown; left?: unknown; each?: unknown };
  if (node && runsForEach(node)) return firstOf(input.each, node.data.each);
  if (!isVerbatim(types.get(node?.type ?? ''), 'each')) return undefined;
  return firstOf(input.items, input.left);
}

/** The event that the conditions of a node wait for, as its last step got it; else a sample, undefined without such conditions. */
export function useAwaitedEvent(nodeId: string): unknown {
  const { types } = useEditor();
  const { outputs } = useRecorded();
  const type = useEditorState(({ content }) => content.nodes.find(({ id }) => id === nodeId)?.type ?? '');
  return isVerbatim(types.get(type), 'event') ? (outputs[nodeId] ?? types.get(type)?.sample) : undefined;
}

/** Whether some fields of a type are evaluated later, for each item of a list or when an event occurs. */
function isVerbatim(type: NodeTypeInfo | undefined, how: 'each' | 'event'): boolean {
  return Object.values(type?.verbatim ?? {}).includes(how);
}

/** The first entry of the first list. */
function firstOf(...lists: readonly unknown[]): unknown {
  return lists.find((list) => Array.isArray(list))?.[0] ?? noItem;
}

/** What the expressions of a node can read: the outputs of the nodes before it, variables, secrets by name. */
export function useScope(nodeId: string): Values {
  const { workspaceId, flow } = useEditor();
  const item = useItem(nodeId);
  const event = useAwaitedEvent(nodeId);
  const recorded = useRecorded();
  const state = useFlowState();
  const workspace = useWorkspace();
  const { data } = useRead(listNames, { id: workspaceId }, { live: ['variable', 'secret'] });
  const { nodes, edges, variables } = useEditorState(({ content }) => content);
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
      state,
      boveda: Object.fromEntries((data?.workspace.secrets?.items ?? []).map(({ name }) => [name, '••••'])),
      loop: { item: {}, index: 0 },
      ...(item !== undefined && { item }),
      ...(event !== undefined && { event }),
      ...(nodes.some((node) => node.id === nodeId && runsForEach(node)) && { index: 0 }),
      request: recorded.request ?? emptyRequest,
      execution: {
        id: recorded.executionId ?? '',
        startedAt: recorded.startedAt ?? '',
        trigger: 'manual',
        callbacks: Object.fromEntries(nodes.filter(hasAddress).map((node) => [node.id, '••••'])),
      },
      flow: { id: flow.id, name: flow.name },
      workspace: { id: workspace.id, name: workspace.name },
      now: new Date().toISOString(),
    };
  }, [nodeId, nodes, edges, variables, recorded, state, flow, workspace, data, item, event]);
}

const emptyRequest = { method: 'POST', path: '', headers: {}, query: {}, rawBody: '', contentType: 'application/json' };

const hasAddress = ({ type }: FlowNode) => type === 'wait.callback' || type === 'wait.form';

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
