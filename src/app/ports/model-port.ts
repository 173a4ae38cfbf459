import type { ModelPort, PortUser } from '../../nodes/index.js';
import { complete } from '../../platform/providers/complete.js';
import { notConfigured, type Providers } from './choose-provider.js';
import { withoutCredentials } from './message-ports.js';

/** A language model for one step. What it is asked holds no secrets of the vault. */
export function modelPort(providers: Providers, { workspaceId, idempotencyKey, scrub }: PortUser): ModelPort {
  return {
    async complete(request, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) throw notConfigured('llm');
      const asked = { ...request, system: scrub(request.system), prompt: scrub(request.prompt), idempotencyKey };
      const completed = await withoutCredentials(choice, () => complete(choice.reach, choice.settings, asked, signal));
      return { ...completed, source: choice.source };
    },
  };
}
