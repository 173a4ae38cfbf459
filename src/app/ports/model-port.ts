import type { ModelPort } from '../../nodes/index.js';
import type { Act } from '../../platform/metered-act.js';
import { complete } from '../../platform/providers/complete.js';
import { converse } from '../../platform/providers/converse.js';
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
      const completed = await meter.perform(callOf(choice), ask, ({ model, usage }) => ({
        metadata: { model, ...usage },
      }));
      return { ...completed, source: choice.source };
    },
    async converse(asked, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) throw notConfigured('llm');
      const { reach, settings } = choice;
      const ask = () =>
        withoutCredentials(choice, () => converse(reach, settings, { ...scrub(asked), idempotencyKey }, signal));
      return meter.perform(callOf(choice), ask, ({ model, usage }) => ({ metadata: { model, ...usage } }));
    },
  };
}

function callOf({ source }: { source: Act['source'] }): Act {
  return { eventType: 'ai_call', app: 'llm', country: null, source, quantity: 1 };
}
