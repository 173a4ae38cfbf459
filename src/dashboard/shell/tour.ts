import { useSyncExternalStore } from 'react';

const seenAt = 'workspace-automation-tour';
const listeners = new Set<() => void>();
let again = false;

/** The IDs of the users who have seen the tour in this browser; `*` stands for all. */
const seen = (): string[] => (localStorage.getItem(seenAt) ?? '').split(' ').filter(Boolean);

/** Whether the tour is shown to a user: the first time on the home page, and when they ask for it. */
export function useTourOf(userId: string, isHome: boolean): boolean {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => again || (isHome && !seen().some((one) => one === userId || one === '*')),
  );
}

/** Shows the tour once more. */
export const startTour = (): void => set(true);

/** The user has gone through the tour, or skipped it. */
export function endTour(userId: string): void {
  localStorage.setItem(seenAt, [...new Set([...seen(), userId])].join(' '));
  set(false);
}

function set(isAgain: boolean): void {
  again = isAgain;
  for (const notify of listeners) notify();
}
