import { defineModule } from '../../module.js';
import { CreditRateResolver } from './credit-rate.resolver.js';

export { type NewCreditRate, setCreditRate } from './set-credit-rate.js';

export const creditRatesModule = defineModule({
  name: 'billing/credit-rates',
  resolvers: [CreditRateResolver],
  routes: async () => [(await import('./credit-rate.routes.js')).routes],
});
