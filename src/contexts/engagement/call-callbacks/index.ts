import { CallCallbackResolver } from './call-callback.resolver.js';

export const callCallbackResolvers = [CallCallbackResolver];
