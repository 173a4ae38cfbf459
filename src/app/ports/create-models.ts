import type { ReadRunValues } from '../../contexts/accounts/secrets/index.js';
import { type MeterDeps, meterAct } from '../../contexts/billing/usage/index.js';
import type { Models } from '../../contexts/engagement/company-contexts/index.js';
import type { Outbound } from '../../platform/outbound/index.js';
import { complete } from '../../platform/providers/complete.js';
import type { ProviderSettings } from '../../platform/providers/provider-settings.js';
import { createProviders } from './choose-provider.js';
import { withoutCredentials } from './message-ports.js';
import { createOwnCredentials } from './own-credentials.js';

export interface ModelOptions {
  values: ReadRunValues;
  credits: MeterDeps;
  /** The way out for addresses that a workspace gave. */
  outbound: Outbound;
  /** The server's own. */
  providers: ProviderSettings;
}

/** The model that a workspace has, else the server's. */
export function createModels({ values, credits, outbound, providers: platform }: ModelOptions): Models {
  const providers = createProviders({ platform, byok: createOwnCredentials(values), guard: outbound });
  return {
    async ask(workspaceId, question, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) return null;
      const { source, settings, reach } = choice;
      const act = { eventType: 'ai_call' as const, app: 'llm', country: null, source, quantity: 1 };
      const metadata = { model: settings.model };
      return meterAct(credits, workspaceId, { ...act, metadata }, () =>
        withoutCredentials(choice, () => complete(reach, settings, question, signal)),
      );
    },
    close: () => providers.close(),
  };
}
