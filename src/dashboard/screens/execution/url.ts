import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What of an execution is shown, as it stands in the address of the page. */
export interface View {
  /** The chosen step. */
  step?: string;
  /** The chosen node, if none of its steps exists yet. */
  node?: string;
  /** The execution to compare with; `last` is the last completed one before it. */
  compare?: string;
}

/** What is shown, and what changes it. */
export function useView(): [View, (change: Partial<View>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const change = useCallback(
    (changed: Partial<View>) =>
      void navigate({
        to: '.',
        replace: true,
        search: ((former: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries({ ...former, ...changed }).filter(([, value]) => value !== undefined),
          )) as never,
      }),
    [navigate],
  );
  return [{ step: text(raw.step), node: text(raw.node), compare: text(raw.compare) }, change];
}
