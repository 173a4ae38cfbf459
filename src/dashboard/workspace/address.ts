import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** What a name in the address stands for. */
export interface Part<Value> {
  /** The value of a text; undefined for what it cannot be. */
  read(text: string): Value | undefined;
  /** Whether a change replaces the entry in the history, where each would be one too many: letters, the chosen row. */
  replaces?: boolean;
}

type Parts = Readonly<Record<string, Part<unknown>>>;
/** What the address says; what it does not say is missing. */
export type Address<Names extends Parts> = { [Name in keyof Names]?: NonNullable<ReturnType<Names[Name]['read']>> };
/** Texts for the address; an empty text or undefined removes one. */
export type AddressChange<Names extends Parts> = { [Name in keyof Names]?: string | number | undefined };

/** Any text, for example an ID. */
export const text: Part<string> = { read: (value) => value };
/** What is typed, or chosen one after the other. */
export const passing: Part<string> = { ...text, replaces: true };
/** One of some values. */
export const among = <const Value extends string>(values: readonly Value[]): Part<Value> => ({
  read: (value) => values.find((one) => one === value),
});
/** A whole number from 1. */
export const positive: Part<number> = {
  read: (value) => (/^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined),
};
/** The order of a list, for example `name.asc`. */
export const sortedBy = <const Key extends string>(
  keys: readonly Key[],
): Part<{ sortBy: Key; sortOrder: 'asc' | 'desc' }> => ({
  read(value) {
    const [key, order] = value.split('.');
    const sortBy = keys.find((one) => one === key);
    return sortBy && (order === 'asc' || order === 'desc') ? { sortBy, sortOrder: order } : undefined;
  },
});

/**
 * What a screen shows, as it stands in the address: a link leads to the same, a reload keeps it, and going back undoes
 * a choice. Anything can stand in an address: what no name stands for is left alone, what it cannot be is left out.
 * @param names the same object at each call
 * @returns the values, and what changes some of them
 */
export function useAddress<const Names extends Parts>(
  names: Names,
): [Address<Names>, (change: AddressChange<Names>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = useMemo(() => {
    const known = Object.entries(names).flatMap(([name, part]) => {
      const value = raw[name];
      const read = value === undefined || value === null || value === '' ? undefined : part.read(String(value));
      return read === undefined ? [] : [[name, read] as const];
    });
    return Object.fromEntries(known) as Address<Names>;
  }, [raw, names]);
  const change = useCallback(
    (changed: AddressChange<Names>) =>
      void navigate({
        to: '.',
        replace: Object.keys(changed).every((name) => names[name]?.replaces),
        search: ((before: object) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changed }).filter(([, value]) => value !== undefined && value !== ''),
          )) as never,
      }),
    [navigate, names],
  );
  return [address, change];
}

/** The address of a list that has a search and no filters. */
export const searchOnly = { q: passing };
