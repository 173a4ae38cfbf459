import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { watcher } from '../../api/live';
import { useWorkspaceId } from '../../workspace/workspace';
import { emptyRun, foldEvents, type RunEvent, type RunState } from './execution-reducer';
import { eventsOf, type Head, type LogEvent } from './operations';
import { eventOfLog, eventsOfLog } from './step-events';
import type { LoadedExecution } from './use-execution';

/** Up to this number of steps, the events are read from the log, which also has waits and attempts. */
const logAtMost = 400;

export interface TimeTravel {
  /** At the chosen moment, or now. */
  state: RunState;
  events: readonly RunEvent[];
  /** How many events have happened at the chosen moment; null for now. */
  position: number | null;
  /** Milliseconds since 1970 of the chosen moment; null for now. */
  moment: number | null;
  isPlaying: boolean;
  /** Whether the events are those of the log, or derived from the steps. */
  isLog: boolean;
  goTo(position: number | null): void;
  play(isPlaying: boolean): void;
}

/** The run at any moment of it: the same reducer over its first events. */
export function useTimeTravel({ head, state: now, loops, events: derived }: LoadedExecution): TimeTravel {
  const [position, setPosition] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const log = useLog(head, position !== null, now.run.status !== 'running');
  const events = useMemo(
    () => (log ? eventsOfLog(log, now.steps.values(), loops) : derived),
    [log, now.steps, loops, derived],
  );
  const started = Date.parse(head.startedAt);
  // The handle follows the mouse; moments that are left at once are not drawn.
  const shown = useDeferredValue(position);
  const state = useMemo(
    () => (shown === null ? now : foldEvents(emptyRun(started), events.slice(0, shown))),
    [shown, now, events, started],
  );
  useEffect(() => {
    if (!isPlaying) return;
    // A run is played in about ten seconds, but no event faster than one can see.
    const step = Math.max(1, Math.ceil(events.length / 160));
    const timer = setInterval(
      () => setPosition((at) => (at === null || at + step >= events.length ? null : at + step)),
      Math.min(700, Math.max(60, 10_000 / events.length)),
    );
    return () => clearInterval(timer);
  }, [isPlaying, events]);
  useEffect(() => {
    if (position === null) setPlaying(false);
  }, [position]);
  return {
    state,
    events,
    position,
    isPlaying,
    isLog: log !== null,
    moment: position === null ? null : state.at,
    goTo: (to) => setPosition(to === null || to >= events.length ? null : Math.max(0, to)),
    play: (wanted) => {
      if (wanted && position === null) setPosition(0);
      setPlaying(wanted);
    },
  };
}

/** The log of an execution that has ended, from its beginning; null until it was read, or if it is too long. */
function useLog({ id, stepCount }: Head, isWanted: boolean, hasEnded: boolean): readonly RunEvent[] | null {
  const workspaceId = useWorkspaceId();
  const [log, setLog] = useState<readonly RunEvent[] | null>(null);
  const isRead = hasEnded && stepCount <= logAtMost;
  const [wasWanted, setWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWanted(true);
  useEffect(() => {
    if (!wasWanted || !isRead) return;
    const ended = new AbortController();
    readLog(workspaceId, id, ended.signal).then(
      (events) => {
        // The log of an old execution may have been deleted.
        if (!ended.signal.aborted && events.length > 0) setLog(events);
      },
      () => undefined,
    );
    return () => ended.abort();
  }, [wasWanted, isRead, workspaceId, id]);
  return isRead ? log : null;
}

async function readLog(workspaceId: string, executionId: string, signal: AbortSignal): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  let before = 0;
  const log = watcher.watch<LogEvent>(String(eventsOf), { workspaceId, executionId }, { signal });
  for await (const { step, execution } of log) {
    const { status, phase, finishedAt } = execution;
    // Steps keep their own times; what happens to the whole execution is never before them.
    const event = eventOfLog(step ?? null, { status, phase }, finishedAt ?? null, step ? 0 : before);
    before = Math.max(before, event.at);
    events.push(event);
    if (!step && status !== 'running') break;
  }
  return events;
}
