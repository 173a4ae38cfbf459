import { defineService } from '../../../platform/define-service.js';
import type { Act, ActMeter } from '../../../platform/metered-act.js';
import { meterOf } from '../../../platform/meters.js';
import { newId } from '../../../platform/new-id.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { creditText, priceOf } from './credit-amount.js';
import { createRateBook, type RateBook } from './rate-book.js';
import { type CreditReserve, createCreditReserve } from './reserve-credits.js';
import type { ActEnd, ActEvent } from './usage-act.js';

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
export interface StepMeter extends ActMeter {
  /** How its acts ended so far, to be written with the step. Those that end later are told to `onLate`. */
  takeEnds(): ActEnd[];
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
  onLate: (end: ActEnd) => void = () => undefined,
): StepMeter {
  const ends: ActEnd[] = [];
  let isTaken = false;
  let acts = 0;

  function end(one: ActEnd): void {
    if (isTaken) onLate(one);
    else ends.push(one);
  }

  async function hold(act: string, micros: bigint, kind: Act): Promise<void> {
    const { workspaceId, executionId, flowId, budget } = step;
    const reserved = await reserve.reserve({ workspaceId, executionId, flowId, act, micros }, budget);
    if (reserved === 'poor') throw insufficient(kind, micros);
    if (reserved === 'spent') throw budgetExceeded(kind, micros, budget as bigint);
  }

  return {
    takeEnds() {
      isTaken = true;
      return ends;
    },
    async perform(planned, perform, took) {
      const act = `${step.nodeId}:${step.iteration}:${step.attempt}:${acts++}`;
      const { unit, microsPerUnit } = await rates.rateOf(step.workspaceId, planned);
      const price = (quantity: number) => (planned.source === 'byok' ? 0n : priceOf(microsPerUnit, quantity));
      const held = price(planned.quantity);
      if (held > 0n) await hold(act, held, planned);
      try {
        const result = await perform();
        const actual = took?.(result);
        const quantity = actual?.quantity ?? planned.quantity;
        const metadata = { nodeId: step.nodeId, ...planned.metadata, ...actual?.metadata };
        const event: ActEvent = {
          ...planned,
          id: actual?.id ?? newId(),
          app: meterOf(planned.eventType).app,
          unit,
          quantity,
          micros: price(quantity),
          metadata,
        };
        end({ act, event });
        return result;
      } catch (error) {
        end({ act, event: null });
        throw error;
      }
    },
  };
}

function insufficient({ eventType }: Act, micros: bigint): ProviderError {
  const message = `The wallet has not the ${creditText(micros)} credits that this ${eventType} takes. Top it up, or use credentials of the workspace's own.`;
  return new ProviderError('INSUFFICIENT_CREDITS', message, false);
}

function budgetExceeded({ eventType }: Act, micros: bigint, budget: bigint): ProviderError {
  const message = `The flow may spend ${creditText(budget)} credits a day, and this ${eventType} of ${creditText(micros)} passes that. Raise settings.dailyBudget, or wait for tomorrow.`;
  return new ProviderError('BUDGET_EXCEEDED', message, false);
}
