import { Agent } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { checkedConnector, type Resolve } from './checked-connector.js';

/** The connections to other servers, each of which is checked. It is large: import this module dynamically. */
export function createGuardedAgent(policy: AddressPolicy, resolve: Resolve | undefined, connections: number): Agent {
  return new Agent({ connect: checkedConnector(policy, resolve), connections });
}
