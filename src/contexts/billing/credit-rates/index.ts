import { CreditRateResolver } from './credit-rate.resolver.js';

export { type NewCreditRate, setCreditRate } from './set-credit-rate.js';

export const creditRateResolvers = [CreditRateResolver];
