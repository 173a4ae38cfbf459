import { defineModule } from '../../module.js';
import { RecordBatchMutations } from './record-batch.resolver.js';

/** Several writes of contacts or opportunities in one request. */
export const recordBatchesModule = defineModule({
  name: 'crm/record-batches',
  resolvers: [RecordBatchMutations],
  routes: async () => [(await import('./record-batch.routes.js')).routes],
});
