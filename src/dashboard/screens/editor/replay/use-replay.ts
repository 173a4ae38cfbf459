import { useCallback, useEffect, useRef, useState } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql';
import { request } from '../../../api/request';
import type { FlowContent } from '../flow-content';

const recentExecutions = graphql(`
  query EditorRecentExecutions($id: ID!, $flowId: ID!) {
    workspace(id: $id) {
      flow(id: $flowId) {
        executions(limit: 100) {
          items {
            id
            status
            trigger
          }
        }
      }
    }
  }
`);

const shadowReplay = graphql(`
  mutation EditorShadowReplay($workspaceId: ID!, $flowId: ID!, $input: ShadowReplayInput) {
    shadowReplay(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      executions {
        executionId
        createdAt
        result
        reason
        statusBefore
        statusAfter
        errorAfter {
          code
          message
        }
        firstDivergence {
          nodeId
          iteration
          name
        }
        counts {
          same
        }
        steps {
          nodeId
          iteration
          name
          comparison
          statusAfter
          changes {
            part
            path
            before
            after
            isCut
          }
        }
      }
    }
  }
`);

export type ReplayedExecution = ResultOf<typeof shadowReplay>['shadowReplay']['executions'][number];
export type ReplayedStep = ReplayedExecution['steps'][number];

export interface Replay {
  /** Those that are compared so far. */
  executions: readonly ReplayedExecution[];
  /** How many there are in all; null before the first replay. */
  total: number | null;
  busy: boolean;
  error: unknown;
  /** Whether the flow was edited since. */
  isOutdated: boolean;
  /** The execution whose steps are shown. */
  chosen: ReplayedExecution | null;
  choose: (executionId: string) => void;
  start: (count: number) => void;
  close: () => void;
}

/** Executions of one request: each shows progress. */
const atOnce = 5;

interface Progress extends Pick<Replay, 'executions' | 'total' | 'busy' | 'error'> {
  content: FlowContent | null;
  chosenId: string | null;
}

const nothing: Progress = { executions: [], total: null, busy: false, error: null, content: null, chosenId: null };

/** Replays recent executions with the draft, a few at a time. @param save saves what is not saved yet */
export function useReplay(
  { flowId, workspaceId, content }: { flowId: string; workspaceId: string; content: FlowContent },
  save: () => Promise<unknown>,
): Replay {
  const [progress, setProgress] = useState(nothing);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const close = useCallback(() => {
    running.current?.abort();
    setProgress(nothing);
  }, []);
  const start = async (count: number) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const set = (change: (former: Progress) => Partial<Progress>) =>
      !signal.aborted && setProgress((former) => ({ ...former, ...change(former) }));
    setProgress({ ...nothing, content, busy: true });
    try {
      await save();
      const ids = await findRecent(workspaceId, flowId, count, signal);
      set(() => ({ total: ids.length }));
      for (let from = 0; from < ids.length && !signal.aborted; from += atOnce) {
        const input = { executionIds: ids.slice(from, from + atOnce) };
        const answer = await request(shadowReplay, { workspaceId, flowId, input }, signal);
        set(({ executions, chosenId }) => withMore(executions, chosenId, answer.shadowReplay.executions));
      }
    } catch (error) {
      set(() => ({ error }));
    } finally {
      set(() => ({ busy: false }));
    }
  };
  const { executions, chosenId } = progress;
  return {
    ...progress,
    isOutdated: progress.content !== null && progress.content !== content,
    chosen: executions.find(({ executionId }) => executionId === chosenId) ?? null,
    choose: (id) => setProgress((former) => ({ ...former, chosenId: id })),
    start: (count) => void start(count),
    close,
  };
}

/** The first one that is different is shown by itself. */
function withMore(
  former: readonly ReplayedExecution[],
  chosenId: string | null,
  more: readonly ReplayedExecution[],
): Partial<Progress> {
  const different = more.find(({ result }) => result === 'different')?.executionId ?? null;
  return { executions: [...former, ...more], chosenId: chosenId ?? different };
}

async function findRecent(id: string, flowId: string, count: number, signal: AbortSignal): Promise<string[]> {
  const { workspace } = await request(recentExecutions, { id, flowId }, signal);
  const ended = (workspace.flow?.executions.items ?? []).filter(
    ({ status, trigger }) => (status === 'completed' || status === 'failed') && trigger !== 'simulation',
  );
  return ended.slice(0, count).map((execution) => execution.id);
}
