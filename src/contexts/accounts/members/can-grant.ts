import { type Capability, isAbove, type Role } from '../../../platform/access/capabilities.js';
import type { Access } from '../../../platform/access/principal.js';
import { AppError } from '../../../platform/errors.js';
import { capabilitiesOfMember } from './effective-capabilities.js';

/** A place in a workspace: a role and what is granted on top of it. */
export interface RoleChange {
  role: Role;
  capabilities: readonly string[];
}

const nothing: ReadonlySet<Capability> = new Set();

/**
 * Refuses to give what the giver does not hold itself: a role above its own, or a capability that it lacks.
 * @param before what the other holds already, which is no gift
 * @throws AppError FORBIDDEN that names what is lacking
 */
export function requireCanGrant(
  giver: Access,
  roleChange: RoleChange,
  before: ReadonlySet<Capability> = nothing,
): void {
  requireNotAbove(giver, roleChange.role);
  const gained = [...capabilitiesOfMember(roleChange.role, roleChange.capabilities)].filter(
    (capability) => !before.has(capability),
  );
  const lacking = gained.filter((capability) => !giver.capabilities.has(capability));
  if (lacking.length > 0) {
    throw new AppError(
      'FORBIDDEN',
      `Nobody grants what they do not hold, and you lack: ${lacking.join(', ')}. Leave them out, or ask an owner.`,
    );
  }
}

/** Refuses to touch somebody of a higher role: an ADMIN, an OWNER. @throws AppError FORBIDDEN */
export function requireNotAbove(actor: Access, role: Role): void {
  if (isAbove(role, actor.role)) {
    throw new AppError(
      'FORBIDDEN',
      `Your role is ${actor.role}: you can neither make nor change ${role === 'OWNER' ? 'an OWNER' : `a member of role ${role}`}. Ask somebody of that role.`,
    );
  }
}
