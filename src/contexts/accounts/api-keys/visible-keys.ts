import type { Scope } from '../../../platform/graphql/context.js';

/** The creator whose keys the caller can list and revoke: the caller, or null for all with `members:manage`. */
export function visibleCreator({ access }: Scope): string | null {
  return access.capabilities.has('members:manage') ? null : access.userId;
}
