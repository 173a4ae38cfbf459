import { defineModule } from '../../module.js';
import { workspacePort } from './workspace-port.js';

export { routesOfOperations } from './routes-of-operations.js';

/** Lets flows call the operations of the API in their own workspace. */
export const requestsModule = defineModule({
  name: 'insight/requests',
  ports: { workspace: workspacePort },
});
