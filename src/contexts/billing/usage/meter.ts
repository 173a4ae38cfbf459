import type { BillableOperation, OperationMeter } from '../../../platform/billable-operation.js';
import { defineService } from '../../../platform/define-service.js';
import { meterOf } from '../../../platform/meters.js';
import { newId } from '../../../platform/new-id.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { creditText, priceOf } from './credit-amount.js';
import { createRateBook, type RateBook } from './rate-book.js';
import { type CreditReserve, createCreditReserve } from './reserve-credits.js';
import type { OperationEnd, OperationEvent } from './usage-operation.js';

/** The attempt at a step for which acts are metered. */
export interface MeteredStep {
  workspaceId: string;
  executionId: string;
  flowId: string | null;
  nodeId: string;
  iteration: string;
  attempt: number;
  /** Micro-credits that the flow may spend in a day; null: as many as there are. */
  budget: bigint | null;
}

/** Meters the acts of one attempt at a step; what was held is settled by the write that tells of their ends. */
export interface StepMeter extends OperationMeter {
  /** How its acts ended so far, to be written with the step. Those that end later are told to `onLate`. */
  drainEnds(): OperationEnd[];
}

export interface MeterDeps {
  rates: RateBook;
  reserve: CreditReserve;
}

/** Rates, and the wallets that pay. */
export const credits = defineService<MeterDeps>('credits', ({ db, listener, now }) => ({
  rates: createRateBook(db.pool, listener, now),
  reserve: createCreditReserve(db),
}));

/** @param onLate told how acts end that go on although their step was given up */
export function createStepMeter(
  { rates, reserve }: MeterDeps,
  step: MeteredStep,
  onLate: (end: OperationEnd) => void = () => undefined,
): StepMeter {
  const ends: OperationEnd[] = [];
  let isTaken = false;
  let operations = 0;

  function end(one: OperationEnd): void {
    if (isTaken) onLate(one);
    else ends.push(one);
  }

  async function hold(operation: string, micros: bigint, kind: BillableOperation): Promise<void> {
    const { workspaceId, executionId, flowId, budget } = step;
    const reserved = await reserve.reserve({ workspaceId, executionId, flowId, operation, micros }, budget);
    if (reserved === 'insufficientFunds') throw insufficient(kind, micros);
    if (reserved === 'overBudget') throw budgetExceeded(kind, micros, budget as bigint);
  }

  return {
    drainEnds() {
      isTaken = true;
      return ends;
    },
    async perform(planned, perform, actualUsage) {
      const operation = `${step.nodeId}:${step.iteration}:${step.attempt}:${operations++}`;
      const { unit, microsPerUnit } = await rates.rateOf(step.workspaceId, planned);
      const price = (quantity: number) => (planned.source === 'byok' ? 0n : priceOf(microsPerUnit, quantity));
      const held = price(planned.quantity);
      if (held > 0n) await hold(operation, held, planned);
      try {
        const result = await perform();
        const actual = actualUsage?.(result);
        const quantity = actual?.quantity ?? planned.quantity;
        const metadata = { nodeId: step.nodeId, ...planned.metadata, ...actual?.metadata };
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
        end({ operation, event: null });
        throw error;
      }
    },
  };
}

function insufficient({ eventType }: BillableOperation, micros: bigint): ProviderError {
  const message = `The wallet has not the ${creditText(micros)} credits that this ${eventType} takes. Top it up, or use credentials of the workspace's own.`;
  return new ProviderError('INSUFFICIENT_CREDITS', message, false);
}

function budgetExceeded({ eventType }: BillableOperation, micros: bigint, budget: bigint): ProviderError {
  const message = `The flow may spend ${creditText(budget)} credits a day, and this ${eventType} of ${creditText(micros)} passes that. Raise settings.dailyBudget, or wait for tomorrow.`;
  return new ProviderError('BUDGET_EXCEEDED', message, false);
}
