import { useEffect } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { watcher } from '../../api/live';
import { showRun } from './editor-state';
import { type Run, withEvent } from './run';
import { useEditor, useEditorState } from './use-editor';

const watchRun = graphql(`
  subscription EditorRun($workspaceId: ID!, $executionId: ID!, $after: String) {
    executionUpdated(workspaceId: $workspaceId, executionId: $executionId, after: $after) {
      cursor
      execution {
        id
        status
        phase
        durationMs
        error {
          code
          message
          nodeId
        }
      }
      step {
        id
        nodeId
        name
        status
        iteration
        durationMs
        handle
        error {
          code
          message
        }
      }
    }
  }
`);

type RunEvent = ResultOf<typeof watchRun>['executionUpdated'];

/** Follows the run, event by event. Events of one moment are shown together. */
export function useRun(): void {
  const { workspaceId, now, change } = useEditor();
  const executionId = useEditorState(({ run }) => run?.executionId);
  useEffect(() => {
    const begun = now().run;
    if (!begun || !executionId) return;
    let run = begun;
    const ended = new AbortController();
    let frame = 0;
    const show = (next: Run) => {
      run = next;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        change(showRun, run);
      });
    };
    const follow = async () => {
      type Event = { cursor: string } & RunEvent;
      const events = watcher.watch<Event>(String(watchRun), { workspaceId, executionId }, { signal: ended.signal });
      for await (const event of events) show(withEvent(run, event));
    };
    follow().catch((error) => show({ ...run, error }));
    return () => {
      ended.abort();
      cancelAnimationFrame(frame);
    };
  }, [workspaceId, executionId, now, change]);
}
