import type { Scope } from '../../../platform/graphql/context.js';
import type { Removed } from './paused.object.js';
import { removeMember } from './remove-member.js';

/** Removes the caller from the workspace; allowed in every role. @throws AppError LAST_OWNER */
export function leaveWorkspace(scope: Scope): Promise<Removed> {
  return removeMember(scope, scope.access.userId);
}
