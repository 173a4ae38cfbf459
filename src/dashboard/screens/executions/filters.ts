import { useMemo } from 'react';
import type { ExecutionPhase, ExecutionStatus, ExecutionTrigger } from '../../generated/graphql';
import { type Address, type AddressChange, among, passing, positive, text, useAddress } from '../../workspace/address';

export const statuses = [
  'running',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly `${ExecutionStatus}`[];
export const phases = ['active', 'waiting', 'held', 'queued', 'done'] as const satisfies readonly `${ExecutionPhase}`[];
export const triggers = [
  ...(['manual', 'webhook', 'form', 'schedule', 'crm_event', 'ai_tool', 'voice_call'] as const),
  ...(['execution_failed', 'poll', 'feed', 'page_change', 'app', 'simulation'] as const),
] as const satisfies readonly `${ExecutionTrigger}`[];
export const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;

const names = {
  view: among(['errors', 'holds']),
  status: among(statuses),
  phase: among(phases),
  trigger: among(triggers),
  period: among(Object.keys(periods) as (keyof typeof periods)[]),
  flowId: text,
  // The trigger node that started them.
  triggerNode: text,
  q: passing,
  // Of an error group.
  code: text,
  node: text,
  version: positive,
};

/** The filters of the screen. */
export type Filters = Address<typeof names>;
export type FilterChange = AddressChange<typeof names>;

/** The filters in the address of the page, and what changes some of them. */
export const useFilters = (): [Filters, (change: FilterChange) => void] => useAddress(names);

/** The start of a period, which does not change while the page is open. */
export function usePeriodStart(period: Filters['period']): string | null {
  return useMemo(() => {
    if (!period) return null;
    const minute = 60_000;
    return new Date(Math.floor(Date.now() / minute) * minute - periods[period] * 60 * minute).toISOString();
  }, [period]);
}
