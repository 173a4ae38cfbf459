import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { creditText } from '../../../platform/metering/credit-amount.js';
import type { Services } from '../../../platform/services.js';
import { readRates } from '../usage/index.js';
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
  const rates = await readRates(db.pool, 'list_credit_rates', now());
  // Of each kind the last remains, in the place of the first.
  const latest = new Map(rates.map((rate) => [[rate.eventType, rate.app, rate.country].join(), rate]));
  return [...latest.values()].map(({ eventType, app, country, unit, micros, effectiveFrom }) => {
    return { eventType, app, country, unit, creditsPerUnit: creditText(micros), effectiveFrom };
  });
}
