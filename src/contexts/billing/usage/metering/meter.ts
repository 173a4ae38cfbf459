import { defineService } from '../../../../platform/define-service.js';
import type { BillableOperation, OperationMeter } from '../../../../platform/metering/billable-operation.js';
import { creditText, priceOf } from '../../../../platform/metering/credit-amount.js';
import { meterOf } from '../../../../platform/metering/meters.js';
import { counter } from '../../../../platform/metrics/index.js';
import { newId } from '../../../../platform/new-id.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import { refusalByBudget } from '../budgets/budget.js';
import { createRateBook, type RateBook } from '../rates/rate-book.js';
import { type CreditReserve, createCreditReserve } from './reserve-credits.js';
import type { OperationEnd, OperationEvent } from './usage-operation.js';

const providerErrors = counter(
  'provider_errors_total',
  'Operations of providers that failed, by operation and error code.',
  ['operation', 'code'],
);

/** The attempt of a step whose operations are metered. */
export interface MeteredStep {
  workspaceId: string;
  executionId: string;
  flowId: string | null;
  nodeId: string;
  iteration: string;
  attempt: number;
}

/** Meters the operations of one attempt of a step; the write that stores their ends settles the reservations. */
export interface StepMeter extends OperationMeter {
  /** Returns how the operations ended so far, to be written with the step. Later ones are passed to `onLate`. */
  drainEnds(): OperationEnd[];
}

export interface MeterDeps {
  rates: RateBook;
  reserve: CreditReserve;
}

/** Rates and reservations. */
export const credits = defineService<MeterDeps>('credits', ({ db, listener, now }) => ({
  rates: createRateBook(db.pool, listener, now),
  reserve: createCreditReserve(db),
}));

/** Creates the meter of a step. @param onLate receives the ends of operations that outlive their step */
export function createStepMeter(
  { rates, reserve }: MeterDeps,
  step: MeteredStep,
  onLate: (end: OperationEnd) => void = () => undefined,
): StepMeter {
  const ends: OperationEnd[] = [];
  let isDrained = false;
  let operations = 0;

  function end(one: OperationEnd): void {
    if (isDrained) onLate(one);
    else ends.push(one);
  }

  async function reserveCredits(operation: string, micros: bigint, kind: BillableOperation): Promise<void> {
    const { workspaceId, executionId, flowId } = step;
    const owed = kind.isPerformed === true;
    const reserved = await reserve.reserve({ workspaceId, executionId, flowId, operation, micros, owed });
    if (reserved.kind === 'insufficientFunds') throw insufficient(kind, micros);
    if (reserved.kind === 'overBudget') {
      throw new ProviderError('BUDGET_EXCEEDED', refusalByBudget(reserved.budget, kind.eventType, micros), false);
    }
  }

  return {
    drainEnds() {
      isDrained = true;
      return ends;
    },
    async perform(planned, perform, actualUsage) {
      const operation = `${step.nodeId}:${step.iteration}:${step.attempt}:${operations++}`;
      const { unit, microsPerUnit } = await rates.rateOf(step.workspaceId, planned);
      const price = (quantity: number) => (planned.source === 'byok' ? 0n : priceOf(microsPerUnit, quantity));
      const micros = price(planned.quantity);
      if (micros > 0n) await reserveCredits(operation, micros, planned);
      try {
        const result = await perform();
        const actual = actualUsage?.(result);
        const quantity = actual?.quantity ?? planned.quantity;
        const iteration = step.iteration ? { iteration: step.iteration } : {};
        const metadata = { nodeId: step.nodeId, ...iteration, ...planned.metadata, ...actual?.metadata };
        const event: OperationEvent = {
          ...planned,
          id: actual?.id ?? newId(),
          app: meterOf(planned.eventType).app,
          unit,
          quantity,
          micros: price(quantity),
          metadata,
        };
        end({ operation, event });
        return result;
      } catch (error) {
        if (error instanceof ProviderError) providerErrors.inc({ operation: planned.eventType, code: error.code });
        end({ operation, event: null });
        throw error;
      }
    },
  };
}

function insufficient({ eventType }: BillableOperation, micros: bigint): ProviderError {
  const message = `Insufficient funds: ${eventType} costs ${creditText(micros)} credits. Top up the wallet, or use the workspace's own provider credentials.`;
  return new ProviderError('INSUFFICIENT_CREDITS', message, false);
}
