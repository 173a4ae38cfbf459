import type { Scope } from '../../../platform/graphql/context.js';

/** Whose keys the caller may see and revoke: null for everyone's, which managing members brings, else the caller's id. */
export function onlyKeysOf({ access }: Scope): string | null {
  return access.capabilities.has('members:manage') ? null : access.userId;
}
