import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { type Meter, meters } from '../../../../platform/metering/meters.js';

/** The start of the default rates, before all rates that an operator sets. */
const begin = '2026-01-01T00:00:00Z';

const defaults = Object.entries<Meter>(meters).flatMap(([name, { app, unit, credits, countries = {} }]) =>
  [[null, credits] as const, ...Object.entries(countries)].map(
    ([country, price]) => `('${name}', '${app}', ${country && `'${country}'`}, '${unit}', ${Math.round(price * 1e6)})`,
  ),
);

/** A rate of an account, or of all accounts. */
export interface StoredRate {
  accountId: string | null;
  eventType: string;
  app: string;
  country: string | null;
  unit: string;
  /** Micro-credits for a unit. */
  micros: string;
  effectiveFrom: Date;
  /** The same, as Postgres writes it. */
  since: string;
}

const ratesSql = `select account_id as "accountId", event_type as "eventType", app, country, unit, micros::text as micros,
    effective_from as "effectiveFrom", effective_from::text as since
  from (
    select account_id, event_type, app, country, unit, credits_per_unit_micros as micros, effective_from from credit_rates
    union
    select null, event_type, app, country, unit, micros, timestamptz '${begin}'
    from (values ${defaults.join(', ')}) as meter (event_type, app, country, unit, micros)
  ) rates
  where $1::timestamptz is null or account_id is null and effective_from <= $1
  order by account_id nulls first, event_type, app, country nulls first, effective_from`;

/**
 * All rates: those that were set, and the default rates of the meters, without duplicates. Not typed, because these are not in a
 * table.
 * @param baseAt only rates for all accounts that have begun by then; null for all rates
 * @returns them in the order of account, operation and time; those for all come first
 */
export async function readRates(sql: Sql, label: string, baseAt: Date | null): Promise<StoredRate[]> {
  return (await sql.query<StoredRate>(statement(`/* ${label} */ ${ratesSql}`, [baseAt]))).rows;
}
