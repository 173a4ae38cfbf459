import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { watcher } from '../../api/live';
import { keyOf, useRead } from '../../api/query';
import { flowEdgesOf, flowNodesOf } from '../../canvas/graph';
import { emptyRun, foldEvents, type RunEvent, type RunState } from './execution-reducer';
import { allStepsOf, eventsOf, firstSteps, type Head, headOf, type LogEvent } from './operations';
import { eventOfLog, eventsOfSteps } from './step-events';
import { type Loops, loopsOf } from './waterfall-rows';

export interface LoadedExecution {
  head: Head;
  /** Now. */
  state: RunState;
  /** The loops around each node of its flow. */
  loops: Loops;
  /** What led to it, in order: from the steps that were read, then live. */
  events: readonly RunEvent[];
  /** Whether steps are still being read. */
  isReading: boolean;
}

/**
 * An execution with its steps, and every change of it while it runs: past and live events go through the same reducer.
 */
export function useExecution(workspaceId: string, id: string) {
  const client = useQueryClient();
  const headQuery = useRead(headOf, { workspaceId, id }, { keep: false });
  const head = headQuery.data?.workspace.execution ?? null;
  const isLong = (head?.stepCount ?? 0) > firstSteps;
  const allQuery = useRead(allStepsOf, { workspaceId, id }, { enabled: isLong, keep: false });
  const all = isLong ? allQuery.data?.workspace.execution : undefined;
  const base = all ?? head;
  const steps = all?.allSteps ?? head?.steps.items;
  const version = head?.version;
  const loops = useMemo(() => loopsOf(flowNodesOf(version?.nodes ?? []), flowEdgesOf(version?.edges ?? [])), [version]);
  const past = useMemo(() => {
    if (!base || !steps) return null;
    const finishedAt = base.finishedAt ? Date.parse(base.finishedAt) : null;
    return eventsOfSteps(steps, { run: { status: base.status, phase: base.phase }, finishedAt }, loops);
  }, [base, steps, loops]);
  const isOpen = base?.status === 'running' && (!isLong || all !== undefined);
  const live = useLiveEvents(workspaceId, id, isOpen ? base.cursor : null, past?.at(-1)?.at ?? 0, () => {
    // What the header shows of the end, such as output and credits, is read once.
    void client.invalidateQueries({ queryKey: keyOf(headOf, { workspaceId, id }) });
  });
  const started = head ? Date.parse(head.startedAt) : 0;
  const pastState = useMemo(() => past && foldEvents(emptyRun(started), past), [past, started]);
  const state = useMemo(() => pastState && foldEvents(pastState, live), [pastState, live]);
  const events = useMemo(() => (past && live.length > 0 ? [...past, ...live] : past), [past, live]);
  const loaded: LoadedExecution | null =
    head && state && events ? { head, state, loops, events, isReading: isLong && !all } : null;
  return {
    loaded,
    error: headQuery.error ?? allQuery.error,
    isMissing: headQuery.data !== undefined && !head,
    refetch: headQuery.refetch,
  };
}

const none: readonly RunEvent[] = [];

/** The events after a cursor, until the execution ends; several of one frame are drawn together. */
function useLiveEvents(
  workspaceId: string,
  executionId: string,
  after: string | null,
  since: number,
  onEnd: () => void,
): readonly RunEvent[] {
  const [events, setEvents] = useState<readonly RunEvent[]>(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor stands for all that is read before it.
  useEffect(() => {
    setEvents(none);
    if (!after) return;
    const ended = new AbortController();
    let waiting: RunEvent[] = [];
    let at = since;
    let frame: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      frame = undefined;
      const arrived = waiting;
      waiting = [];
      setEvents((former) => [...former, ...arrived]);
    };
    const follow = async () => {
      const variables = { workspaceId, executionId };
      for await (const event of watcher.watch<LogEvent>(String(eventsOf), variables, { after, signal: ended.signal })) {
        const { step, execution } = event;
        const { status, phase, finishedAt } = execution;
        const next = eventOfLog(step ?? null, { status, phase }, finishedAt ?? null, at);
        at = next.at;
        waiting.push(next);
        frame ??= setTimeout(show, 50);
        if (!step && status !== 'running') onEnd();
      }
    };
    follow().catch(() => onEnd());
    return () => {
      ended.abort();
      clearTimeout(frame);
    };
  }, [workspaceId, executionId, after]);
  return events;
}
