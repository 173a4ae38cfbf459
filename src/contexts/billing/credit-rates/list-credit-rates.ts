import { creditText } from '../../../platform/metering/credit-amount.js';
import type { Services } from '../../../platform/services.js';
import { allRatesSql } from '../usage/index.js';
import type { CreditRate } from './credit-rate.object.js';

/** Lists the base rates that are in effect: for each event type, app and country the latest that has begun. */
export async function listCreditRates({ db, now }: Services): Promise<CreditRate[]> {
  const { rows } = await db.pool.query<CreditRate>(
    `/* list_credit_rates */ select distinct on (event_type, app, country) event_type as "eventType", app, country, unit,
       micros::text as "creditsPerUnit", effective_from as "effectiveFrom"
     from ${allRatesSql} rates where account_id is null and effective_from <= $1
     order by event_type, app, country nulls first, effective_from desc`,
    [now()],
  );
  return rows.map((row) => ({ ...row, creditsPerUnit: creditText(row.creditsPerUnit) }));
}
