import { useSyncExternalStore } from 'react';

/** The languages, in the order of the texts in a catalogue. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

const storedAt = 'workspace-automation-language';
const listeners = new Set<() => void>();
let language = readLanguage();

function readLanguage(): Language {
  const wanted = [localStorage.getItem(storedAt), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return languages.find((one) => wanted.includes(one) && one === wanted.find((tag) => isLanguage(tag))) ?? 'en';
}

function isLanguage(tag: string | null): tag is Language {
  return languages.includes(tag as Language);
}

export const currentLanguage = (): Language => language;

/** Changes the language of the page, also for later visits. */
export function setLanguage(next: Language): void {
  language = next;
  localStorage.setItem(storedAt, next);
  document.documentElement.lang = next;
  for (const notify of listeners) notify();
}

export function useLanguage(): Language {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => language,
  );
}

document.documentElement.lang = language;
