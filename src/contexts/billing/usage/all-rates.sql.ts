import { type Meter, meters } from '../../../platform/meters.js';

/** The beginning of the default rates: what an operator sets is later. */
const begin = '2026-01-01T00:00:00Z';

const defaults = Object.entries<Meter>(meters).flatMap(([name, { app, unit, credits, countries = {} }]) =>
  [[null, credits] as const, ...Object.entries(countries)].map(
    ([country, price]) => `('${name}', '${app}', ${country && `'${country}'`}, '${unit}', ${Math.round(price * 1e6)})`,
  ),
);

/**
 * Every rate as a part of a `from`: what was set, and the default rates of the meters. Columns account_id (null: for all
 * accounts), event_type, app, country, unit, micros (micro-credits for a unit), effective_from. One that stands in the
 * table as well comes once.
 */
export const allRatesSql = `(
    select account_id, event_type, app, country, unit, credits_per_unit_micros as micros, effective_from from credit_rates
    union
    select null, event_type, app, country, unit, micros, timestamptz '${begin}'
    from (values ${defaults.join(', ')}) as meter (event_type, app, country, unit, micros)
  )`;
