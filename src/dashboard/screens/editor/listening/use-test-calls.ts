import { useMemo } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql';
import { useRead } from '../../../api/query';
import type { FlowNode } from '../flow-content';
import { useEditor, useEditorState } from '../use-editor';

const listTestCalls = graphql(`
  query EditorTestCalls($id: ID!, $flowId: ID!) {
    workspace(id: $id) {
      flow(id: $flowId) {
        testCalls {
          nodeId
          type
          url
          expiresAt
          receivedAt
          triggerData
          request
        }
      }
    }
  }
`);

type Found = NonNullable<ResultOf<typeof listTestCalls>['workspace']['flow']>['testCalls'][number];

/** The test call that a trigger waits for, and the last one that came. */
export type TestCall = Found;

const listening: ReadonlySet<string> = new Set(['trigger.webhook', 'trigger.form']);

/** Milliseconds between two looks for the call. */
const pause = 1_500;

/** Whether a trigger waits for its call. */
export function isWaiting({ expiresAt }: Pick<TestCall, 'expiresAt'>): boolean {
  return typeof expiresAt === 'string' && Date.parse(expiresAt) > Date.now();
}

/** The test calls of the flow, by the node of their trigger; looked for again and again while one is waited for. */
export function useTestCalls(): ReadonlyMap<string, TestCall> {
  const { workspaceId, flow } = useEditor();
  const nodes = useEditorState(({ content }) => content.nodes);
  const { data } = useRead(
    listTestCalls,
    { id: workspaceId, flowId: flow.id },
    {
      enabled: nodes.some(({ type }) => listening.has(type)),
      live: ['test_call'],
      every: (read) => (read?.workspace.flow?.testCalls.some(isWaiting) ? pause : false),
    },
  );
  const calls = data?.workspace.flow?.testCalls;
  return useMemo(() => {
    const fitting = (calls ?? []).filter((call) => nodes.some((node) => isOf(call, node)));
    return new Map(fitting.map((call) => [call.nodeId, call]));
  }, [calls, nodes]);
}

function isOf({ nodeId, type }: TestCall, node: FlowNode): boolean {
  return node.id === nodeId && node.type === `trigger.${type}`;
}

/** The one that came last; undefined if none has come. */
export function newestOf(calls: ReadonlyMap<string, TestCall>): (TestCall & { receivedAt: string }) | undefined {
  const received = [...calls.values()].filter((call): call is TestCall & { receivedAt: string } => !!call.receivedAt);
  return received.sort((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1))[0];
}
