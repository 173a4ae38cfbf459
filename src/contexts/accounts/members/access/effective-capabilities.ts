import {
  type Capability,
  capabilitiesOfRole,
  isCapability,
  type Role,
} from '../../../../platform/access/capabilities.js';

/** The capabilities of a member: those of the role and the additional ones. */
export function capabilitiesOfMember(role: Role, granted: readonly string[]): ReadonlySet<Capability> {
  const ofRole = capabilitiesOfRole[role];
  return granted.length === 0 ? ofRole : new Set([...ofRole, ...granted.filter(isCapability)]);
}

/** The capabilities of a key: those of its own list that its creator still has. `*` stands for all of the creator's. */
export function capabilitiesOfKey(
  ofKey: readonly string[],
  ofCreator: ReadonlySet<Capability>,
): ReadonlySet<Capability> {
  return ofKey.includes('*') ? ofCreator : new Set([...ofCreator].filter((capability) => ofKey.includes(capability)));
}
