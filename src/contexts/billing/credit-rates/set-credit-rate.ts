import type { Sql } from '../../../platform/database/database.js';

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
  await sql.query(
    `/* set_credit_rate */
     with rate as (
       insert into credit_rates (account_id, event_type, app, country, unit, credits_per_unit_micros, effective_from)
       values ($1, $2, $3, $4, $5, $6::bigint, $7)
       on conflict on constraint credit_rates_unique do update set
         unit = excluded.unit, credits_per_unit_micros = excluded.credits_per_unit_micros
     )
     select 'credit_rates' as notifies`,
    [accountId, eventType, app, country, unit, String(microsPerUnit), effectiveFrom],
  );
}
