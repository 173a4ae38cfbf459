import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { CreditRate } from './credit-rate.object.js';
import { listCreditRates } from './list-credit-rates.js';

@Resolver()
export class CreditRateResolver {
  @Query(() => [CreditRate], { description: 'The base rates that are in force; what single accounts pay is not told' })
  @Allow({ public: true, limit: 'creditRates' })
  creditRates(@Ctx() context: GraphContext): Promise<CreditRate[]> {
    return listCreditRates(context.services);
  }
}
