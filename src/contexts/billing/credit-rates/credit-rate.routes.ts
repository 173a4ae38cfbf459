import { ListCreditRatesDocument } from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'GET /credit-rates': route({
    operation: ListCreditRatesDocument,
    summary: 'List credit rates',
    data: (result) => result.creditRates,
    publicFor: 60,
  }),
});
