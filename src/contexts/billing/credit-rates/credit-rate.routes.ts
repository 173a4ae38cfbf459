import { ListCreditRatesDocument } from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'GET /credit-rates': route({
    operation: ListCreditRatesDocument,
    summary: 'List credit rates',
    description: 'The base rates that are in effect. Needs no credential.',
    data: (result) => result.creditRates,
    publicFor: 60,
  }),
});
