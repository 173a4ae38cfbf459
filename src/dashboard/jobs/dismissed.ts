import { useMemo, useSyncExternalStore } from 'react';
import type { Job } from './operations';

// A job is shown while it goes on, and after its end until it is dismissed in this browser. Those that had ended when a user first
// opened the workspace here count as dismissed: they were seen elsewhere.

const listeners = new Set<() => void>();

const placeOf = (userId: string, workspaceId: string) => `workspace-automation-jobs:${userId}:${workspaceId}`;

const idsIn = (stored: string | null): string[] => stored?.split(' ').filter(Boolean) ?? [];

function store(place: string, ids: readonly string[]): void {
  localStorage.setItem(place, ids.join(' '));
  for (const notify of listeners) notify();
}

/**
 * Dismisses what had ended before the first visit, and forgets what is not listed any more: it is too old, or was deleted.
 * @param jobs the newest ones of the user
 */
export function keepDismissed(userId: string, workspaceId: string, jobs: readonly Job[]): void {
  const place = placeOf(userId, workspaceId);
  const stored = localStorage.getItem(place);
  const isDismissed = new Set(idsIn(stored));
  const ids = jobs.filter((job) => (stored === null ? job.finishedAt : isDismissed.has(job.id))).map(({ id }) => id);
  if (stored === null || ids.length < isDismissed.size) store(place, ids);
}

/** A job is not to be shown any more. */
export function dismissJob(userId: string, workspaceId: string, id: string): void {
  const place = placeOf(userId, workspaceId);
  store(place, [...idsIn(localStorage.getItem(place)), id]);
}

/** The IDs of the jobs that were dismissed, also by another tab; null before the first visit. */
export function useDismissed(userId: string, workspaceId: string): ReadonlySet<string> | null {
  const place = placeOf(userId, workspaceId);
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(place));
  return useMemo(() => (stored === null ? null : new Set(idsIn(stored))), [stored]);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  addEventListener('storage', notify);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', notify);
  };
}
