import { CreditRatesDocument } from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'GET /credit-rates': route({
    operation: CreditRatesDocument,
    summary: 'What each kind of act costs, by app and country',
    data: (result) => result.creditRates,
    publicFor: 60,
  }),
});
