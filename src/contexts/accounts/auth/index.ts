import { defineModule } from '../../module.js';
import { AuthResolver } from './auth.resolver.js';

export { User } from './credentials.object.js';
export { register } from './register.js';
export { resolveCaller } from './resolve-caller.js';

export const authModule = defineModule({
  name: 'accounts/auth',
  resolvers: [AuthResolver],
  routes: async () => [(await import('./auth.routes.js')).routes],
});
