import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ExecutionPhase, ExecutionStatus, ExecutionTrigger } from '../../generated/graphql';

export const statuses = [
  'running',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly `${ExecutionStatus}`[];
export const phases = ['active', 'waiting', 'queued', 'done'] as const satisfies readonly `${ExecutionPhase}`[];
export const triggers = [
  ...(['manual', 'webhook', 'schedule', 'crm_event', 'ai_tool', 'voice_call'] as const),
  ...(['execution_failed', 'simulation'] as const),
] as const satisfies readonly `${ExecutionTrigger}`[];
export const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;

/** The filters of the screen, as they stand in its address. */
export interface Filters {
  view?: 'errors';
  status?: (typeof statuses)[number];
  phase?: (typeof phases)[number];
  trigger?: (typeof triggers)[number];
  period?: keyof typeof periods;
  flowId?: string;
  q?: string;
  /** Of an error group. */
  code?: string;
  node?: string;
  version?: number;
}

/** The filters in the address of the page, and what changes some of them. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filters = useMemo(() => parse(raw), [raw]);
  const change = useCallback(
    (changed: Partial<Filters>) =>
      void navigate({
        to: '.',
        replace: true,
        search: ((former: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries({ ...former, ...changed }).filter(([, value]) => value !== undefined && value !== ''),
          )) as never,
      }),
    [navigate],
  );
  return [filters, change];
}

/** Anything can stand in an address: what is no filter is left out. */
function parse(raw: Record<string, unknown>): Filters {
  const one = <Value extends string>(value: unknown, values: readonly Value[]) =>
    values.find((known) => known === value);
  const text = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value));
  const filters: Filters = {
    view: raw.view === 'errors' ? 'errors' : undefined,
    status: one(raw.status, statuses),
    phase: one(raw.phase, phases),
    trigger: one(raw.trigger, triggers),
    period: one(raw.period, Object.keys(periods) as (keyof typeof periods)[]),
    ...{ flowId: text(raw.flowId), q: text(raw.q), code: text(raw.code), node: text(raw.node) },
    version: Number(raw.version) || undefined,
  };
  return filters;
}

/** The start of a period, which does not change while the page is open. */
export function usePeriodStart(period: Filters['period']): string | null {
  return useMemo(() => {
    if (!period) return null;
    const minute = 60_000;
    return new Date(Math.floor(Date.now() / minute) * minute - periods[period] * 60 * minute).toISOString();
  }, [period]);
}
