import { type Capability, capabilitiesOfRole, isCapability, type Role } from '../../../platform/access/capabilities.js';

/** What a member holds: all that the role brings, and what was granted on top. */
export function capabilitiesOfMember(role: Role, granted: readonly string[]): ReadonlySet<Capability> {
  const ofRole = capabilitiesOfRole[role];
  return granted.length === 0 ? ofRole : new Set([...ofRole, ...granted.filter(isCapability)]);
}

/** What a key holds: no more than its own list, and nothing that its creator no longer holds. `*` is all of the creator's. */
export function capabilitiesOfKey(
  ofKey: readonly string[],
  ofCreator: ReadonlySet<Capability>,
): ReadonlySet<Capability> {
  return ofKey.includes('*') ? ofCreator : new Set([...ofCreator].filter((capability) => ofKey.includes(capability)));
}
