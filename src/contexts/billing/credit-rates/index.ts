import { defineModule } from '../../module.js';
import { creditRates } from './credit-rate.entity.js';
import { CreditRateResolver } from './credit-rate.resolver.js';

export { type NewCreditRate, setCreditRate } from './set-credit-rate.js';

export const creditRatesModule = defineModule({
  name: 'billing/credit-rates',
  resolvers: [CreditRateResolver],
  entities: [creditRates],
  routes: async () => [(await import('./credit-rate.routes.js')).routes],
});
