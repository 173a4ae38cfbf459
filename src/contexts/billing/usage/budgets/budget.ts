import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { MeterName } from '../../../../platform/metering/meters.js';

/** A limit of what a workspace, or one of its flows, may spend in a day or a month of its time zone. */
export interface Budget {
  /** Null for the budget of the workspace. */
  flowId: string | null;
  period: 'day' | 'month';
  /** Micro-credits. */
  limit: bigint;
}

/** The message of an operation that a budget refuses. @param micros its price */
export function refusalByBudget({ flowId, period, limit }: Budget, eventType: MeterName, micros: bigint): string {
  const name = period === 'day' ? 'dailyBudget' : 'monthlyBudget';
  const [who, where] = flowId === null ? ['workspace', `${name} of the workspace`] : ['flow', `settings.${name}`];
  const next = period === 'day' ? 'day' : 'month';
  return `Over budget: ${eventType} costs ${creditText(micros)} credits, and the ${who} must not spend more than ${creditText(limit)} a ${period}. Raise ${where}, or wait for the next ${next}.`;
}
