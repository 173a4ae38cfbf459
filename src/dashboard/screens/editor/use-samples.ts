import { useCallback, useMemo } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useOperationSamples } from '../../catalogue/use-operations';
import type { FlowNode } from './flow-content';
import { useTestCalls } from './listening/use-test-calls';
import { stateNamedBy } from './named-state';
import { useEditor, useEditorState } from './use-editor';

/** The type of the nodes that call an operation of the API. */
export const requestType = 'workspace.request';
const eventTypes: ReadonlySet<string> = new Set(['trigger.crmEvent', 'wait.event', 'logic.exit']);

const listEventSamples = graphql(`
  query EditorEventSamples($id: ID!) {
    workspace(id: $id) {
      crmEventTypes {
        type
        sample
      }
    }
  }
`);

/** What nodes output before they have run: what their test call sent, or the sample of their event, of their operation, or of their type. */
export function useSamples(): (node: FlowNode) => unknown {
  const { workspaceId, types } = useEditor();
  const nodes = useEditorState(({ content }) => content.nodes);
  const hasEvents = nodes.some(({ type }) => eventTypes.has(type));
  const { data } = useRead(listEventSamples, { id: workspaceId }, { enabled: hasEvents });
  const events = data?.workspace.crmEventTypes;
  const calls = useTestCalls();
  const sampleOfOperation = useOperationSamples(nodes.some(({ type }) => type === requestType));
  return useCallback(
    ({ id, type, data: { eventType, operation } }) => {
      const call = calls.get(id);
      if (call?.receivedAt) return call.triggerData;
      const event = eventTypes.has(type) ? events?.find((one) => one.type === eventType)?.sample : undefined;
      const answer = type === requestType ? sampleOfOperation(`${operation}`) : undefined;
      return event ?? answer ?? types.get(type)?.sample;
    },
    [calls, events, sampleOfOperation, types],
  );
}

/** What a trigger starts a run with: its pin, what its test call sent, the sample in its data, or another sample. */
export function useTriggerSamples(): (node: FlowNode) => unknown {
  const calls = useTestCalls();
  const sampleOf = useSamples();
  return useCallback(
    (node) => {
      const received = calls.get(node.id)?.receivedAt ? calls.get(node.id)?.triggerData : undefined;
      return node.pinnedData ?? received ?? node.data.sample ?? sampleOf(node);
    },
    [calls, sampleOf],
  );
}

const listState = graphql(`
  query EditorState($id: ID!, $flowId: ID!) {
    workspace(id: $id) {
      stateEntries(flowId: $flowId, limit: 100, sortBy: key, sortOrder: asc) {
        items {
          key
          value
        }
      }
    }
  }
`);

/** The state of the flow, by key: its entries, and before there are any those that its nodes name. */
export function useFlowState(): Readonly<Record<string, unknown>> {
  const { workspaceId, flow } = useEditor();
  const nodes = useEditorState(({ content }) => content.nodes);
  const { data } = useRead(listState, { id: workspaceId, flowId: flow.id }, { live: ['state_entry'] });
  const stored = data?.workspace.stateEntries?.items;
  return useMemo(
    () => ({ ...stateNamedBy(nodes), ...Object.fromEntries((stored ?? []).map(({ key, value }) => [key, value])) }),
    [nodes, stored],
  );
}
