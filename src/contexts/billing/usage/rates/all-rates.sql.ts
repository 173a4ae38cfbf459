import { type Meter, meters } from '../../../../platform/metering/meters.js';

/** The start of the default rates, before all rates that an operator sets. */
const begin = '2026-01-01T00:00:00Z';

const defaults = Object.entries<Meter>(meters).flatMap(([name, { app, unit, credits, countries = {} }]) =>
  [[null, credits] as const, ...Object.entries(countries)].map(
    ([country, price]) => `('${name}', '${app}', ${country && `'${country}'`}, '${unit}', ${Math.round(price * 1e6)})`,
  ),
);

/**
 * All rates as an expression for a `from` clause: those that were set, and the default rates of the meters, without
 * duplicates. Columns: account_id (null for all accounts), event_type, app, country, unit, micros (micro-credits for a
 * unit), effective_from.
 */
export const allRatesSql = `(
    select account_id, event_type, app, country, unit, credits_per_unit_micros as micros, effective_from from credit_rates
    union
    select null, event_type, app, country, unit, micros, timestamptz '${begin}'
    from (values ${defaults.join(', ')}) as meter (event_type, app, country, unit, micros)
  )`;
