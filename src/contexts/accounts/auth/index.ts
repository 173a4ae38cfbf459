import { AuthResolver } from './auth.resolver.js';

export { User } from './credentials.object.js';
export { register } from './register.js';
export { resolveCaller } from './resolve-caller.js';

export const authResolvers = [AuthResolver];
