import { useSyncExternalStore } from 'react';

/** `system` follows the setting of the computer. */
export type Theme = 'system' | 'light' | 'dark';

const storedAt = 'workspace-automation-theme';
const listeners = new Set<() => void>();
let theme: Theme = (localStorage.getItem(storedAt) as Theme | null) ?? 'system';

function apply(): void {
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
}

/** Changes the colours of the page, also for later visits. */
export function setTheme(next: Theme): void {
  theme = next;
  localStorage.setItem(storedAt, next);
  apply();
  for (const notify of listeners) notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => theme,
  );
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark now, for what does not read the colours of the style sheet. */
export function useIsDark(): boolean {
  const chosen = useTheme();
  const isDarkSystem = useSyncExternalStore(
    (notify) => {
      darkSystem.addEventListener('change', notify);
      return () => darkSystem.removeEventListener('change', notify);
    },
    () => darkSystem.matches,
  );
  return chosen === 'system' ? isDarkSystem : chosen === 'dark';
}

apply();
