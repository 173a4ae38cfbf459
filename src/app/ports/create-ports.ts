import { createActMeter } from '../../contexts/billing/usage/index.js';
import type { MessageOrigin } from '../../contexts/engagement/channels/index.js';
import { keyOfMessage } from '../../contexts/engagement/channels/index.js';
import type { ModelPort, NodePorts, PortsOf } from '../../nodes/index.js';
import { type CodeRun, type CodeRunner, createCodeRunner } from '../../platform/code/index.js';
import type { Outbound } from '../../platform/outbound/index.js';
import type { ProviderSettings } from '../../platform/providers/provider-settings.js';
import type { Services } from '../../platform/services.js';
import { assistantPort } from './assistant-port.js';
import { createProviders } from './choose-provider.js';
import { crmPort } from './crm-port.js';
import { followUpPort } from './follow-up-port.js';
import { messagePorts } from './message-ports.js';
import { modelPort } from './model-port.js';
import { createOwnCredentials } from './own-credentials.js';
import { voicePort } from './voice-port.js';

export interface PortOptions {
  services: Pick<Services, 'credits' | 'db' | 'events' | 'log' | 'mailer' | 'now' | 'settings' | 'values'>;
  /** The way out for addresses that a workspace gave. */
  outbound: Outbound;
  /** Whether `data.code` may run code. */
  codeNode: boolean;
  /** The server's own. */
  providers: ProviderSettings;
  /** Whether messages that nobody can send are kept in the outbox, as if sent. */
  sandbox: boolean;
}

export interface Ports {
  of: PortsOf;
  /** The ways out for a message that no run sends. @param origin what it belongs to */
  sendersOf(
    workspaceId: string,
    messageId: string,
    origin: MessageOrigin,
  ): Pick<NodePorts, 'mail' | 'sms' | 'whatsapp'>;
  /** A model for what no run asks. @param key names the question */
  modelOf(workspaceId: string, key: string): ModelPort;
  close(): Promise<void>;
}

/** What nodes may use of the outside besides HTTP, built from the configuration. */
export function createPorts({ services, outbound, codeNode, providers: platform, sandbox }: PortOptions): Ports {
  const runner = createCodeRunner();
  const providers = createProviders({ platform, byok: createOwnCredentials(services.values), guard: outbound });
  const code: Pick<CodeRunner, 'run'> = codeNode ? runner : { run: async () => codeDisabled };
  return {
    of: (user) => {
      const metered = { ...user, meter: user.meter ?? createActMeter(services.credits, user.workspaceId) };
      const messagesOf = (origin: MessageOrigin) =>
        messagePorts({ services, providers, sandbox }, { ...metered, origin });
      return {
        ...messagesOf('flow'),
        crm: crmPort(services, messagesOf('conversation'), user),
        model: modelPort(providers, metered),
        assistant: assistantPort(services, user),
        followUp: followUpPort(services, user),
        voice: voicePort({ services, providers, sandbox }, user),
        code: { run: (task, signal) => code.run(task, signal, user.workspaceId) },
      };
    },
    sendersOf(workspaceId, messageId, origin) {
      const meter = createActMeter(services.credits, workspaceId, messageId);
      const user = { ...itself(workspaceId, keyOfMessage(messageId)), meter, origin };
      return messagePorts({ services, providers, sandbox }, user);
    },
    modelOf(workspaceId, key) {
      const meter = createActMeter(services.credits, workspaceId);
      return modelPort(providers, { ...itself(workspaceId, key), meter });
    },
    async close() {
      runner.close();
      await providers.close();
    },
  };
}

/** A workspace that acts outside of runs. No secrets take part. */
function itself(workspaceId: string, idempotencyKey: string) {
  return { workspaceId, executionId: null, nodeId: null, idempotencyKey, scrub: <T>(value: T) => value };
}

const codeDisabled: CodeRun = {
  kind: 'failed',
  code: 'CODE_DISABLED',
  message: 'Code is switched off on this server. Have its operator set CODE_NODE=true, or use data.transform.',
  logs: [],
};
