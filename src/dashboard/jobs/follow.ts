import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useConnection } from '../api/live';
import { useRead } from '../api/query';
import { keepDismissed, useDismissed } from './dismissed';
import { type Job, listJobs } from './operations';

/** So many milliseconds a job that was just started here has no line: most end before. */
const holdMs = 1_000;
/** Milliseconds between two readings where no live events arrive. */
const withoutEventsMs = 5_000;

interface State {
  /** The ID of the job whose dialog is open. */
  openId: string | null;
  held: ReadonlySet<string>;
}

let state: State = { openId: null, held: new Set() };
let latest: readonly Job[] = [];
const waiting = new Map<string, (job: Job) => void>();
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Which job is open, and which have no line yet. */
export const useFollowed = (): State => useSyncExternalStore(subscribe, () => state);

/** Opens the dialog of a job, or closes it. */
export const openJob = (openId: string | null): void => change({ openId });

/** Shows no line of a job yet. */
export function holdBack(id: string): void {
  change({ held: new Set([...state.held, id]) });
  setTimeout(() => change({ held: new Set([...state.held].filter((one) => one !== id)) }), holdMs);
}

/** A job when it has ended, while its workspace is open. */
export function whenEnded(id: string): Promise<Job> {
  return new Promise((resolve) => {
    const job = latest.find((one) => one.id === id);
    if (job?.finishedAt) resolve(job);
    else waiting.set(id, resolve);
  });
}

function settle(jobs: readonly Job[]): void {
  latest = jobs;
  for (const job of jobs) {
    if (!job.finishedAt) continue;
    waiting.get(job.id)?.(job);
    waiting.delete(job.id);
  }
}

const isGoingOn = ({ finishedAt }: Job) => !finishedAt;

/** The jobs of the user in a workspace that go on, or whose end was not yet seen; oldest first. */
export function useJobs(userId: string | undefined, workspaceId: string): readonly Job[] {
  const isConnected = useConnection() === 'connected';
  const { data } = useRead(
    listJobs,
    { id: workspaceId, userId: userId ?? '' },
    {
      live: ['job'],
      enabled: userId !== undefined,
      keep: false,
      every: (answer) => (!isConnected && answer?.workspace.jobs?.items.some(isGoingOn) ? withoutEventsMs : false),
    },
  );
  const dismissed = useDismissed(userId ?? '', workspaceId);
  const jobs = data?.workspace.jobs?.items;
  useEffect(() => {
    if (!jobs || !userId) return;
    keepDismissed(userId, workspaceId, jobs);
    settle(jobs);
  }, [jobs, userId, workspaceId]);
  return useMemo(
    () => (jobs ?? []).filter((job) => isGoingOn(job) || (dismissed && !dismissed.has(job.id))).reverse(),
    [jobs, dismissed],
  );
}
