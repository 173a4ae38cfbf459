import { useSyncExternalStore } from 'react';

/** Below this width in pixels, a table has room for its most important columns only. */
export const narrowTable = 1_100;

/** Below this width in pixels, a table has no room for all of eight columns. */
export const wideTable = 1_440;

/** Below this width in pixels, a table has room for two or three columns. */
export const phoneTable = 640;

/** Whether the window is narrower than this many pixels. */
export function useNarrow(pixels: number): boolean {
  const query = matchMedia(`(width < ${pixels}px)`);
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
