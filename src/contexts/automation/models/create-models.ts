import { defineService } from '../../../platform/define-service.js';
import type { Outbound } from '../../../platform/outbound/index.js';
import { createProviders } from '../../../platform/providers/choose-provider.js';
import { complete } from '../../../platform/providers/complete.js';
import type { ProviderSettings } from '../../../platform/providers/provider-settings.js';
import {
  createOwnCredentials,
  type ReadExecutionValues,
  runValues,
  withoutCredentials,
} from '../../accounts/secrets/index.js';
import { credits, type MeterDeps, meterOperation } from '../../billing/usage/index.js';

/** Language models, for questions outside runs. */
export interface Models {
  /** Asks the workspace's own model, else the server's; null where there is neither. @throws ProviderError */
  ask(
    workspaceId: string,
    question: { system: string; prompt: string },
    signal: AbortSignal,
  ): Promise<{ text: string; model: string } | null>;
  close(): Promise<void>;
}

export const models = defineService(
  'models',
  ({ get, outbound, providers }) =>
    createModels({ values: get(runValues), credits: get(credits), outbound, providers }),
  (made) => made.close(),
);

export interface ModelOptions {
  values: ReadExecutionValues;
  credits: MeterDeps;
  /** The way out for addresses that a workspace gave. */
  outbound: Outbound;
  /** The server's own. */
  providers: ProviderSettings;
}

/** The model that a workspace has, else the server's. */
function createModels({ values, credits, outbound, providers: platform }: ModelOptions): Models {
  const providers = createProviders({ platform, byok: createOwnCredentials(values), guard: outbound });
  return {
    async ask(workspaceId, question, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) return null;
      const { source, settings, reach } = choice;
      const act = { eventType: 'ai_call' as const, country: null, source, quantity: 1 };
      const metadata = { model: settings.model };
      return meterOperation(credits, workspaceId, { ...act, metadata }, () =>
        withoutCredentials(choice, () => complete(reach, settings, question, signal)),
      );
    },
    close: () => providers.close(),
  };
}
