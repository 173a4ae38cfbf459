import { defineModule } from '../../module.js';
import { PaymentResolver } from './payment.resolver.js';

export const paymentsModule = defineModule({
  name: 'billing/payments',
  resolvers: [PaymentResolver],
  routes: async () => [(await import('./payment.routes.js')).routes],
});
