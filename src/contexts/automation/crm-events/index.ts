import { defineModule } from '../../module.js';
import { CrmEventMutations, WorkspaceCrmEventsResolver } from './crm-event.resolver.js';

export const crmEventsModule = defineModule({
  name: 'automation/crm-events',
  resolvers: [WorkspaceCrmEventsResolver, CrmEventMutations],
  routes: async () => [(await import('./crm-event.routes.js')).routes],
});
