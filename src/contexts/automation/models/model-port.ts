import { type ModelPort, type Sender, workspaceSender } from '../../../nodes/index.js';
import type { BillableOperation } from '../../../platform/metering/billable-operation.js';
import { notConfigured } from '../../../platform/providers/choose-provider.js';
import { complete } from '../../../platform/providers/complete.js';
import { converse } from '../../../platform/providers/converse.js';
import { withoutCredentials } from '../../accounts/secrets/index.js';
import { createOperationMeter, credits } from '../../billing/usage/index.js';
import type { WorkContext } from '../../module.js';

/** A language model for one step. Secrets of the vault are redacted from its prompts. */
export function modelPort(
  { providers }: Pick<WorkContext, 'providers'>,
  { workspaceId, idempotencyKey, redact, meter }: Sender,
): ModelPort {
  return {
    async complete(request, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) throw notConfigured('llm');
      const { reach, settings } = choice;
      const redacted = { ...request, system: redact(request.system), prompt: redact(request.prompt), idempotencyKey };
      const ask = () => complete(reach, settings, redacted, signal);
      const call = () => withoutCredentials(choice, () => choice.call(signal, ask));
      const completed = await meter.perform(operationOf(choice), call, ({ model, usage }) => ({
        metadata: { model, ...usage },
      }));
      return { ...completed, source: choice.source };
    },
    async converse(request, signal) {
      const choice = await providers.choose('llm', workspaceId);
      if (!choice) throw notConfigured('llm');
      const { reach, settings } = choice;
      const ask = () => converse(reach, settings, { ...redact(request), idempotencyKey }, signal);
      const call = () => withoutCredentials(choice, () => choice.call(signal, ask));
      return meter.perform(operationOf(choice), call, ({ model, usage }) => ({ metadata: { model, ...usage } }));
    },
  };
}

/** A model for use outside of executions. @param key identifies the request, also when it is repeated after a crash */
export function modelOf(
  { services, providers }: Pick<WorkContext, 'services' | 'providers'>,
  workspaceId: string,
  key: string,
): ModelPort {
  const meter = createOperationMeter(services.get(credits), workspaceId);
  return modelPort({ providers }, workspaceSender(workspaceId, key, meter));
}

function operationOf({ source }: { source: BillableOperation['source'] }): BillableOperation {
  return { eventType: 'ai_call', country: null, source, quantity: 1 };
}
