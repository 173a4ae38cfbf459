import { createPorts, type PortOptions, type Ports } from '../../src/app/create-ports.js';
import type { Outbound } from '../../src/platform/outbound/index.js';
import type { Services } from '../../src/platform/services.js';

/** What nodes may use: code is on, and messages without a provider stay in the sandbox. */
export function testPorts(services: Services, outbound: Outbound, options: Partial<PortOptions> = {}): Ports {
  return createPorts({
    services,
    outbound,
    codeNode: true,
    providers: {},
    sandbox: true,
    ...options,
  });
}
