import { defineModule } from '../../module.js';
import { WorkspaceSearchResolver } from './search.resolver.js';

export { searchWorkspace } from './search-workspace.js';

export const searchModule = defineModule({
  name: 'insight/search',
  resolvers: [WorkspaceSearchResolver],
  routes: async () => [(await import('./search.routes.js')).routes],
});
