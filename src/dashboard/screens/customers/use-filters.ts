import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Filters by name; those that are not set are missing. */
export type Filters<Name extends string> = Partial<Record<Name, string>>;

/**
 * The filters of a list, which are part of the address: a link leads to the same list, and going back undoes them.
 * @returns the filters, and what changes some of them; an empty text or undefined removes one
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (changes: { [One in Name]?: string | undefined }) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: { [One in Name]?: string | undefined }) =>
      void navigate({
        to: '.',
        replace: true,
        search: ((before: Record<string, unknown>) =>
          Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value))) as never,
      }),
    [navigate],
  );
  const filters = Object.fromEntries(
    names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
  ) as Filters<Name>;
  return [filters, change];
}
