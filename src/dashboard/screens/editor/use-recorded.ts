import { useMemo } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import type { FlowContent } from './flow-content';
import type { NodeTypes } from './node-types';

const findRecorded = graphql(`
  query EditorRecorded($id: ID!, $executionId: ID!) {
    workspace(id: $id) {
      execution(id: $executionId) {
        id
        status
        startedAt
        triggerData
        steps(limit: 100) {
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
  triggerData: unknown;
  /** The outputs by node ID: recorded, pinned, or the sample of the type. */
  outputs: Readonly<Record<string, unknown>>;
  steps: ReadonlyMap<string, RecordedStep>;
}

/** What an execution recorded; where it recorded nothing, what is pinned, and the samples of the node types. */
export function useRecorded(
  workspaceId: string,
  executionId: string | null,
  content: FlowContent,
  types: NodeTypes,
): Recorded {
  const { data } = useRead(
    findRecorded,
    { id: workspaceId, executionId: executionId ?? '' },
    { enabled: executionId !== null, live: ['execution'] },
  );
  const execution = executionId ? (data?.workspace.execution ?? null) : null;
  const { nodes } = content;
  return useMemo(() => {
    const steps = new Map((execution?.steps ?? []).map((step) => [step.nodeId, step]));
    const trigger = nodes.find(({ type }) => type.startsWith('trigger.'));
    const outputs: Record<string, unknown> = {};
    for (const { id, type, pinnedData } of nodes) {
      const output = steps.get(id)?.output ?? outputOfPin(pinnedData) ?? types.get(type)?.sample;
      if (output !== undefined && output !== null) outputs[id] = output;
    }
    const sample = trigger && (trigger.pinnedData ?? trigger.data.sample ?? types.get(trigger.type)?.sample);
    return {
      executionId: execution?.id ?? null,
      startedAt: execution?.startedAt ?? null,
      triggerData: execution?.triggerData ?? sample ?? {},
      outputs,
      steps,
    };
  }, [execution, nodes, types]);
}

/** What a pin answers: it may name the handle, too. */
function outputOfPin(pinned: unknown): unknown {
  if (typeof pinned !== 'object' || pinned === null) return pinned;
  const keys = Object.keys(pinned);
  const isMock = 'handle' in pinned && keys.every((key) => key === 'handle' || key === 'output');
  return isMock ? (pinned as { output?: unknown }).output : pinned;
}
