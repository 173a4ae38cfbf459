import { createActMeter } from '../../features/usage/index.js';
import type { PortsOf } from '../../nodes/index.js';
import { type CodeRun, createCodeRunner } from '../../platform/code/index.js';
import type { Outbound } from '../../platform/outbound/index.js';
import type { ProviderSettings } from '../../platform/providers/provider-settings.js';
import type { Services } from '../../platform/services.js';
import { createProviders } from './choose-provider.js';
import { crmPort } from './crm-port.js';
import { messagePorts } from './message-ports.js';
import { modelPort } from './model-port.js';
import { createOwnCredentials } from './own-credentials.js';

export interface PortOptions {
  services: Pick<Services, 'credits' | 'db' | 'now' | 'log' | 'mailer' | 'settings' | 'values'>;
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
  close(): Promise<void>;
}

/** What nodes may use of the outside besides HTTP, built from the configuration. */
export function createPorts({ services, outbound, codeNode, providers: platform, sandbox }: PortOptions): Ports {
  const runner = createCodeRunner();
  const providers = createProviders({ platform, byok: createOwnCredentials(services.values), guard: outbound });
  const code = codeNode ? runner : { run: async () => codeDisabled };
  return {
    of: (user) => {
      const metered = { ...user, meter: user.meter ?? createActMeter(services.credits, user.workspaceId) };
      const messages = messagePorts({ services, providers, sandbox }, metered);
      return { ...messages, crm: crmPort(services, messages, user), model: modelPort(providers, metered), code };
    },
    async close() {
      runner.close();
      await providers.close();
    },
  };
}

const codeDisabled: CodeRun = {
  kind: 'failed',
  code: 'CODE_DISABLED',
  message: 'Code is switched off on this server. Have its operator set CODE_NODE=true, or use data.transform.',
  logs: [],
};
