import type { Sql } from '../../../platform/database/database.js';
import { lit, typed } from '../../../platform/database/typed-sql.js';
import { creditRates } from './credit-rate.entity.js';

/** The price of a unit from a time on. */
export interface NewCreditRate {
  /** Null for the base rate. */
  accountId: string | null;
  eventType: string;
  app: string;
  country: string | null;
  unit: string;
  /** Micro-credits, 0 or more. */
  microsPerUnit: bigint;
  effectiveFrom: Date;
}

/** Sets a rate; one for the same time is replaced. All processes are notified. */
export async function setCreditRate(sql: Sql, rate: NewCreditRate): Promise<void> {
  const { accountId, eventType, app, country, unit, microsPerUnit, effectiveFrom } = rate;
  const price = { unit, creditsPerUnitMicros: String(microsPerUnit) };
  await typed(sql, 'set_credit_rate', creditRates)
    .insertInto('credit_rates')
    .values({ accountId, eventType, app, country, effectiveFrom, ...price })
    .onConflict((conflict) => conflict.constraint('credit_rates_unique').doUpdateSet(price))
    .returning(lit('credit_rates').as('notifies'))
    .execute();
}
