import { providerCalls, quotaLimits } from '../contexts/accounts/quotas/index.js';
import { createOwnCredentials, executionValues } from '../contexts/accounts/secrets/index.js';
import type { WorkContext } from '../contexts/module.js';
import type { NodePorts, PortsOf, PortUser } from '../nodes/index.js';
import { type CodeRunner, createCodeRunner, disabledCode, withoutNetwork } from '../platform/code/index.js';
import type { Outbound } from '../platform/outbound/index.js';
import { createProviders } from '../platform/providers/choose-provider.js';
import type { PlatformSettings } from '../platform/providers/provider-settings.js';
import type { Services } from '../platform/services.js';
import { portFactories } from './collect-modules.js';

export interface PortOptions {
  services: Services;
  /** The guarded HTTP client, for addresses that a workspace gave. */
  outbound: Outbound;
  /** Whether `data.code` may run code. By default only where its process has no network. */
  codeNode: boolean | undefined;
  /** The server's own providers. */
  providers: PlatformSettings;
  /** Whether messages without a provider are kept in the outbox as sandboxed. */
  sandbox: boolean;
}

export interface Ports {
  of: PortsOf;
  /** What the ports are created from; the workers of the modules get the same. */
  context: WorkContext;
  close(): Promise<void>;
}

/** The ports of nodes, for everything outside the execution besides HTTP; each is created by the module that implements it. */
export function createPorts({ services, outbound, codeNode, providers: platform, sandbox }: PortOptions): Ports {
  const providers = createProviders({
    platform,
    byok: createOwnCredentials(services.get(executionValues)),
    guard: outbound,
    calls: services.get(providerCalls),
  });
  const code = runnerOf(services, codeNode);
  const context: WorkContext = { services, providers, code, sandbox };
  return {
    of: (user) => new LazyPorts(context, user) as unknown as NodePorts,
    context,
    async close() {
      code.close();
      await providers.close();
    },
  };
}

/** Says once how far code is kept from the network, which depends on the system, and whether it runs. */
function runnerOf(services: Services, codeNode: boolean | undefined): CodeRunner {
  if (codeNode === false) return disabledCode;
  if (withoutNetwork()) services.log.info('data.code runs in a process without network');
  else if (codeNode)
    services.log.warn(
      'data.code runs in a process that shares the network of this server: the system allows no network namespace; see docs/configuration.md',
    );
  else {
    services.log.warn(
      'data.code is disabled: the system allows no network namespace, so that its process would share the network of this server; see CODE_NODE in docs/configuration.md',
    );
    return disabledCode;
  }
  return createCodeRunner(services.get(quotaLimits).weight);
}

/** The ports of one attempt. Each is made when the node first uses it: most nodes use none, and some ports cost hashes. */
class LazyPorts {
  constructor(
    readonly context: WorkContext,
    readonly user: PortUser,
  ) {}
}

for (const [name, make] of Object.entries(portFactories)) {
  Object.defineProperty(LazyPorts.prototype, name, {
    get(this: LazyPorts) {
      const value = make(this.context, this.user);
      Object.defineProperty(this, name, { value });
      return value;
    },
  });
}
