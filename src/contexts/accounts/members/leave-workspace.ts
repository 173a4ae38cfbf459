import type { Scope } from '../../../platform/graphql/context.js';
import { removeMember } from './remove-member.js';

/**
 * Takes the caller out of the workspace, whatever role he has there: nobody is kept against his will.
 * @throws AppError LAST_OWNER
 */
export function leaveWorkspace(scope: Scope): Promise<{ id: string }> {
  return removeMember(scope, scope.access.userId);
}
