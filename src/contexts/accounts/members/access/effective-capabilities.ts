import {
  type Capability,
  capabilitiesOfRole,
  isCapability,
  type Role,
} from '../../../../platform/access/capabilities.js';

/** A role, with the capabilities that a member has in addition to it, and those that it has not. */
export interface RoleChange {
  role: Role;
  capabilities: readonly string[];
  deniedCapabilities: readonly string[];
}

/** The capabilities of a member: those of the role and the additional ones, without those that are denied. */
export function capabilitiesOfMember({
  role,
  capabilities: granted,
  deniedCapabilities: denied,
}: RoleChange): ReadonlySet<Capability> {
  const ofRole = capabilitiesOfRole[role];
  if (granted.length === 0 && denied.length === 0) return ofRole;
  return new Set([...ofRole, ...granted.filter(isCapability)].filter((capability) => !denied.includes(capability)));
}

/** The capabilities of a key: those of its own list that its creator still has. `*` stands for all of the creator's. */
export function capabilitiesOfKey(
  ofKey: readonly string[],
  ofCreator: ReadonlySet<Capability>,
): ReadonlySet<Capability> {
  return ofKey.includes('*') ? ofCreator : new Set([...ofCreator].filter((capability) => ofKey.includes(capability)));
}
