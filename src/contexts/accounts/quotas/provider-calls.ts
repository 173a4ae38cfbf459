import { defineService } from '../../../platform/define-service.js';
import type { ProviderCalls } from '../../../platform/providers/choose-provider.js';
import { FairCalls } from '../../../platform/slots/fair-calls.js';
import { quotaLimits } from './quota-limits.js';

/** The calls to providers of this process, which workspaces share fairly by their weights. */
export const providerCalls = defineService<ProviderCalls>('provider calls', ({ get, settings }) => {
  const { aiConcurrency: llm, sendConcurrency: send } = settings;
  return new FairCalls({ llm, smtp: send, twilio: send, whatsapp: send }, get(quotaLimits).weight);
});
