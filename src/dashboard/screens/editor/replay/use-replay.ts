import { useEffect } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql';
import { request } from '../../../api/request';
import { addReplayed, goOnReplaying } from '../editor-state';
import { useEditor, useEditorState } from '../use-editor';

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

/** Executions of one request: each shows progress. */
const atOnce = 5;

/** Replays recent executions with the draft when it is asked for, a few at a time, until the panel is closed. */
export function useReplaying(): void {
  const { workspaceId, flow, canWrite, change, flush } = useEditor();
  const asked = useEditorState(({ replay }) => replay.asked);
  const flowId = flow.id;
  useEffect(() => {
    if (!asked) return;
    const ended = new AbortController();
    const { signal } = ended;
    const show: typeof change = (...transition) => {
      if (!signal.aborted) change(...transition);
    };
    const replay = async () => {
      if (canWrite) await flush();
      const ids = await findRecent(workspaceId, flowId, asked.count, signal);
      show(goOnReplaying, { total: ids.length });
      for (let from = 0; from < ids.length && !signal.aborted; from += atOnce) {
        const input = { executionIds: ids.slice(from, from + atOnce) };
        const answer = await request(shadowReplay, { workspaceId, flowId, input }, signal);
        show(addReplayed, answer.shadowReplay.executions);
      }
    };
    replay()
      .catch((error) => show(goOnReplaying, { error }))
      .finally(() => show(goOnReplaying, { busy: false }));
    return () => ended.abort();
  }, [asked, workspaceId, flowId, canWrite, change, flush]);
}

/** The executions that are replayed so far, and the one whose steps are shown. */
export function useReplay() {
  const replay = useEditorState((state) => state.replay);
  const executions = replay.executions as readonly ReplayedExecution[];
  const chosen = executions.find(({ executionId }) => executionId === replay.chosenId) ?? null;
  return { ...replay, executions, chosen };
}

async function findRecent(id: string, flowId: string, count: number, signal: AbortSignal): Promise<string[]> {
  const { workspace } = await request(recentExecutions, { id, flowId }, signal);
  const ended = (workspace.flow?.executions.items ?? []).filter(
    ({ status, trigger }) => (status === 'completed' || status === 'failed') && trigger !== 'simulation',
  );
  return ended.slice(0, count).map((execution) => execution.id);
}
