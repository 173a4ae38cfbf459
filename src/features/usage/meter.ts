import { newId } from '../../platform/new-id.js';
import { ProviderError } from '../../platform/providers/provider-error.js';
import { creditText, priceOf } from './credit-amount.js';
import type { RateBook } from './rate-book.js';
import type { CreditReserve } from './reserve-credits.js';
import type { Act, ActEnd, ActEvent } from './usage-act.js';

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

/** Meters the acts of one attempt at a step. */
export interface StepMeter {
  /**
   * Does an act that is paid: credits are held before and settled with the step's next write. An act that fails costs
   * nothing. @param perform answers, besides its result, what it took where that is less than was held
   * @throws ProviderError INSUFFICIENT_CREDITS, BUDGET_EXCEEDED before anything is done; and what `perform` throws
   */
  perform<T>(act: Act, perform: () => Promise<T>, took?: (result: T) => Took): Promise<T>;
  /** What has ended since this was asked last, to be written with the step. */
  takeEnds(): ActEnd[];
}

export interface Took {
  quantity?: number;
  metadata?: Record<string, unknown>;
}

export interface MeterDeps {
  rates: RateBook;
  reserve: CreditReserve;
}

declare module '../../platform/services.js' {
  interface Services {
    credits: MeterDeps;
  }
}

export function createStepMeter({ rates, reserve }: MeterDeps, step: MeteredStep): StepMeter {
  const ends: ActEnd[] = [];
  let acts = 0;

  async function hold(act: string, micros: bigint, kind: Act): Promise<void> {
    const { workspaceId, executionId, flowId, budget } = step;
    const reserved = await reserve.reserve({ workspaceId, executionId, flowId, act, micros }, budget);
    if (reserved === 'poor') throw insufficient(kind, micros);
    if (reserved === 'spent') throw budgetExceeded(kind, micros, budget as bigint);
  }

  return {
    takeEnds: () => ends.splice(0),
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
        const event: ActEvent = { ...planned, id: newId(), unit, quantity, micros: price(quantity), metadata };
        ends.push({ act, event });
        return result;
      } catch (error) {
        ends.push({ act, event: null });
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
