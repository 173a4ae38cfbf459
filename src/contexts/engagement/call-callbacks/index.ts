import { defineModule } from '../../module.js';
import { CallCallbackResolver } from './call-callback.resolver.js';

export const callCallbacksModule = defineModule({
  name: 'engagement/call-callbacks',
  resolvers: [CallCallbackResolver],
  routes: async () => [(await import('./call-callback.routes.js')).routes],
});
