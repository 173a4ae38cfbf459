import type { ModelPort } from '../../nodes/index.js';
import { complete } from '../../platform/providers/complete.js';
import { notConfigured, type Providers } from './choose-provider.js';
import { type MeteredUser, withoutCredentials } from './message-ports.js';

/** A language model for one step. What it is asked holds no secrets of the vault. */
export function modelPort(providers: Providers, { workspaceId, idempotencyKey, scrub, meter }: MeteredUser): ModelPort {
  return {
    async complete(request, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) throw notConfigured('llm');
      const asked = { ...request, system: scrub(request.system), prompt: scrub(request.prompt), idempotencyKey };
      const ask = () => withoutCredentials(choice, () => complete(choice.reach, choice.settings, asked, signal));
      const act = { eventType: 'ai_call', app: 'llm', country: null, source: choice.source, quantity: 1 } as const;
      const completed = await meter.perform(act, ask, ({ model, usage }) => ({ metadata: { model, ...usage } }));
      return { ...completed, source: choice.source };
    },
  };
}
