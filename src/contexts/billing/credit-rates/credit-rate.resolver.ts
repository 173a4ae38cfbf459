import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { creditText } from '../../../platform/metering/credit-amount.js';
import type { Services } from '../../../platform/services.js';
import { allRatesSql } from '../usage/index.js';
import { CreditRate } from './credit-rate.object.js';

@Resolver()
export class CreditRateResolver {
  @Query(() => [CreditRate], {
    description: 'List the base rates that are in effect, without those of single accounts.',
  })
  @Allow({ public: true, limit: 'creditRates' })
  creditRates(@Ctx() context: GraphContext): Promise<CreditRate[]> {
    return listCreditRates(context.services);
  }
}

/** Lists the base rates that are in effect: for each event type, app and country the latest that has begun. */
async function listCreditRates({ db, now }: Services): Promise<CreditRate[]> {
  const { rows } = await db.pool.query<CreditRate>(
    `/* list_credit_rates */ select distinct on (event_type, app, country) event_type as "eventType", app, country, unit,
       micros::text as "creditsPerUnit", effective_from as "effectiveFrom"
     from ${allRatesSql} rates where account_id is null and effective_from <= $1
     order by event_type, app, country nulls first, effective_from desc`,
    [now()],
  );
  return rows.map((row) => ({ ...row, creditsPerUnit: creditText(row.creditsPerUnit) }));
}
