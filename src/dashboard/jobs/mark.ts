import { useSyncExternalStore } from 'react';

// Whether there are jobs stands beside them, so that pages without any load nothing for them.
const at = 'workspace-automation-jobs';
const listeners = new Set<() => void>();

/** Notes whether jobs are stored in this browser. */
export function markJobs(areThere: boolean): void {
  if (areThere) localStorage.setItem(at, 'stored');
  else localStorage.removeItem(at);
  for (const notify of listeners) notify();
}

/** Whether jobs are stored in this browser. */
export const areJobsMarked = (): boolean => localStorage.getItem(at) !== null;

/** Whether jobs are stored in this browser, also by another tab. */
export function useMarkOfJobs(): boolean {
  return useSyncExternalStore((notify) => {
    listeners.add(notify);
    addEventListener('storage', notify);
    return () => {
      listeners.delete(notify);
      removeEventListener('storage', notify);
    };
  }, areJobsMarked);
}
