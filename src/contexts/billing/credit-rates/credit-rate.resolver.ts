import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { CreditRate } from './credit-rate.object.js';
import { listCreditRates } from './list-credit-rates.js';

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
