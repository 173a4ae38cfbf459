import { defineModule } from '../../module.js';
import { accounts, users } from '../users/user.entity.js';
import { AuthResolver } from './auth.resolver.js';
import { externalIdentities, sessions } from './sessions/session.entity.js';

export { User } from './credentials.object.js';
export { register } from './registration/register.js';
export { resolveCaller } from './tokens/resolve-caller.js';

export const authModule = defineModule({
  name: 'accounts/auth',
  resolvers: [AuthResolver],
  entities: [accounts, users, sessions, externalIdentities],
  routes: async () => [(await import('./auth.routes.js')).routes],
});
