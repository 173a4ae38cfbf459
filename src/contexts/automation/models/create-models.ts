import { defineService } from '../../../platform/define-service.js';
import type { Outbound } from '../../../platform/outbound/index.js';
import { createProviders, type ProviderCalls } from '../../../platform/providers/choose-provider.js';
import { complete } from '../../../platform/providers/complete.js';
import type { ProviderSettings } from '../../../platform/providers/provider-settings.js';
import { providerCalls } from '../../accounts/quotas/index.js';
import {
  createOwnCredentials,
  executionValues,
  type ReadExecutionValues,
  withoutCredentials,
} from '../../accounts/secrets/index.js';
import { credits, type MeterDeps, meterOperation } from '../../billing/usage/index.js';

/** Language models for questions outside of executions. */
export interface Models {
  /** Asks the model of the workspace, or else of the server; null if neither is set up. @throws ProviderError */
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
    createModels({
      values: get(executionValues),
      credits: get(credits),
      calls: get(providerCalls),
      outbound,
      providers,
    }),
  (service) => service.close(),
);

export interface ModelOptions {
  values: ReadExecutionValues;
  credits: MeterDeps;
  calls: ProviderCalls;
  /** Guards requests to URLs that a workspace has set. */
  outbound: Outbound;
  /** The providers of the server. */
  providers: ProviderSettings;
}

/** Uses the model of the workspace, or else of the server. */
function createModels({ values, credits, calls, outbound, providers: platform }: ModelOptions): Models {
  const providers = createProviders({ platform, byok: createOwnCredentials(values), guard: outbound, calls });
  return {
    async ask(workspaceId, question, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) return null;
      const { source, settings, reach } = choice;
      const operation = { eventType: 'ai_call' as const, country: null, source, quantity: 1 };
      const metadata = { model: settings.model };
      return meterOperation(credits, workspaceId, { ...operation, metadata }, () =>
        withoutCredentials(choice, () => choice.call(signal, () => complete(reach, settings, question, signal))),
      );
    },
    close: () => providers.close(),
  };
}
