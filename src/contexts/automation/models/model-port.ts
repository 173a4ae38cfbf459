import { type ModelPort, type Sender, workspaceSender } from '../../../nodes/index.js';
import type { BillableOperation } from '../../../platform/billable-operation.js';
import { notConfigured } from '../../../platform/providers/choose-provider.js';
import { complete } from '../../../platform/providers/complete.js';
import { converse } from '../../../platform/providers/converse.js';
import { withoutCredentials } from '../../accounts/secrets/index.js';
import { createOperationMeter, credits } from '../../billing/usage/index.js';
import type { WorkContext } from '../../module.js';

/** A language model for one step. What it is asked holds no secrets of the vault. */
export function modelPort(
  { providers }: Pick<WorkContext, 'providers'>,
  { workspaceId, idempotencyKey, redact, meter }: Sender,
): ModelPort {
  return {
    async complete(request, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) throw notConfigured('llm');
      const asked = { ...request, system: redact(request.system), prompt: redact(request.prompt), idempotencyKey };
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
        withoutCredentials(choice, () => converse(reach, settings, { ...redact(asked), idempotencyKey }, signal));
      return meter.perform(callOf(choice), ask, ({ model, usage }) => ({ metadata: { model, ...usage } }));
    },
  };
}

/** A model for what no run asks. @param key names the question: asked again after a crash, it is the same */
export function modelOf(
  { services, providers }: Pick<WorkContext, 'services' | 'providers'>,
  workspaceId: string,
  key: string,
): ModelPort {
  const meter = createOperationMeter(services.get(credits), workspaceId);
  return modelPort({ providers }, workspaceSender(workspaceId, key, meter));
}

function callOf({ source }: { source: BillableOperation['source'] }): BillableOperation {
  return { eventType: 'ai_call', country: null, source, quantity: 1 };
}
