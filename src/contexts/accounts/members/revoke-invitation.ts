import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { type Place, requireNotAbove } from './may-grant.js';

/** Takes an invitation back; its token stops working at once. @throws AppError NOT_FOUND, FORBIDDEN */
export async function revokeInvitation(scope: Scope, invitationId: string): Promise<{ id: string }> {
  requireId(invitationId, 'The invitation');
  return scope.transaction(async (sql) => {
    const { rows } = await sql.query<Place & { id: string }>(
      '/* revoke_invitation */ delete from invitations where workspace_id = $1 and id = $2 returning id, role',
      [scope.workspaceId, invitationId],
    );
    if (!rows[0]) throw notFound('The invitation');
    requireNotAbove(scope.access, rows[0].role);
    return { id: rows[0].id };
  });
}
