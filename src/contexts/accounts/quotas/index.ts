import { defineModule } from '../../module.js';
import { providerCalls } from './provider-calls.js';
import * as tables from './quota.entity.js';
import { QuotaResolver } from './quota.resolver.js';
import { quotaLimits } from './quota-limits.js';
import { quotaRefusals } from './quota-refusals.js';
import { startRates } from './start-rates.js';
import { watchStorage } from './watch-storage.js';

export { countDescendantsSql, countQueued, findTree, type Tree } from './count-executions.sql.js';
export { providerCalls } from './provider-calls.js';
export { type LimitChanges, type QuotaLimits, quotaLimits, setLimits } from './quota-limits.js';
export { type QuotaRefusals, quotaReached, quotaRefusals } from './quota-refusals.js';
export { type StartRates, startRates } from './start-rates.js';
export { addUpStorage, countStorageSql, countStored, storedBytes } from './storage.js';

export const quotasModule = defineModule({
  name: 'accounts/quotas',
  entities: Object.values(tables),
  resolvers: [QuotaResolver],
  services: [quotaLimits, quotaRefusals, startRates, providerCalls],
  workers: [watchStorage],
  routes: async () => [(await import('./quota.routes.js')).routes],
});
