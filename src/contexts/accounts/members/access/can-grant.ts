import { type Capability, isAbove, type Role } from '../../../../platform/access/capabilities.js';
import type { Access } from '../../../../platform/access/principal.js';
import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import { capabilitiesOfMember, type RoleChange } from './effective-capabilities.js';

const nothing: ReadonlySet<Capability> = new Set();

/**
 * Requires that the caller may grant a role and capabilities: none above or beyond their own.
 * @param before the capabilities that the other member already has, which are not granted
 * @throws AppError FORBIDDEN that names the missing capabilities, VALIDATION_FAILED
 */
export function requireCanGrant(
  actor: Access,
  roleChange: RoleChange,
  before: ReadonlySet<Capability> = nothing,
): void {
  requireNotAbove(actor, roleChange.role);
  requireDeniable(roleChange);
  const gained = [...capabilitiesOfMember(roleChange)].filter((capability) => !before.has(capability));
  const missing = gained.filter((capability) => !actor.capabilities.has(capability));
  if (missing.length > 0) {
    throw new AppError(
      'FORBIDDEN',
      `You must not grant capabilities that you do not have: ${missing.join(', ')}. Omit them, or ask an owner.`,
    );
  }
}

/** An OWNER has every capability, and nothing is granted and denied at once. */
function requireDeniable({ role, capabilities, deniedCapabilities }: RoleChange): void {
  const both = deniedCapabilities.filter((capability) => capabilities.includes(capability));
  const problem =
    role === 'OWNER' && deniedCapabilities.length > 0
      ? 'must be empty for the role OWNER, which has every capability.'
      : both.length > 0 && `must not contain capabilities that are granted as well: ${both.join(', ')}.`;
  if (problem)
    throw validationFailed([
      { field: 'deniedCapabilities', rule: 'NOT_GRANTABLE', message: `deniedCapabilities ${problem}` },
    ]);
}

/**
 * Requires that a caller still has the capabilities by which the request was authorized, read again under a lock.
 * @param now what they have; undefined for one who is gone
 * @throws AppError FORBIDDEN
 */
export function requireStillHeld(authorized: ReadonlySet<Capability>, now: ReadonlySet<Capability> | undefined): void {
  if (now && authorized.isSubsetOf(now)) return;
  throw new AppError('FORBIDDEN', 'Your own role or capabilities changed at the same time. Send the request again.');
}

/** Requires that a role is not above that of the caller. @throws AppError FORBIDDEN */
export function requireNotAbove(actor: Access, role: Role): void {
  if (isAbove(role, actor.role)) {
    throw new AppError(
      'FORBIDDEN',
      `Your role ${actor.role} is not allowed to add or change a member with the role ${role}. Ask a member with that role.`,
    );
  }
}
