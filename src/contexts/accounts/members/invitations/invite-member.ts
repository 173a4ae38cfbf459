import { type EntityManager, type InferEntity, LockMode } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../../platform/database/entities-over.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { newId } from '../../../../platform/new-id.js';
import { invitations, members } from '../../entities/member.entity.js';
import { users } from '../../entities/user.entity.js';
import { requireCanGrant } from '../access/can-grant.js';
import { lockGrantors } from '../access/unproven-grantors.js';
import { normalEmail } from '../email.js';
import type { InviteMemberInput } from '../member.input.js';
import type { InvitedMember } from '../member.object.js';
import { showInvitation } from '../show-member.js';
import { newInvitationToken } from './invitation-token.js';
import { deliverInvitation, findCourier } from './mail-invitation.js';

/**
 * Invites an email to the workspace, by mail if the server or the workspace has a mail server. An expired invitation is replaced.
 * @throws AppError FORBIDDEN for more than the inviter can grant, CONFLICT if the email is a member or invited already
 */
export async function inviteMember(scope: Scope, input: InviteMemberInput): Promise<InvitedMember> {
  const { role, capabilities, deniedCapabilities } = input;
  const roleChange = { role, capabilities: capabilities ?? [], deniedCapabilities: deniedCapabilities ?? [] };
  requireCanGrant(scope.access, roleChange);
  const email = normalEmail(input.email);
  await refuseMember(scope, email);
  const now = scope.services.now();
  const { inviteToken, hash, expiresAt } = newInvitationToken(now);
  const courier = await findCourier(scope);
  const invited = await scope
    .unitOfWork(async (em) => {
      const unprovenGrantors = await lockGrantors(transactionSql(em), scope);
      const times = { expiresAt, createdAt: now, updatedAt: now };
      const grantedBy = scope.access.userId;
      const fresh = {
        ...roleChange,
        grantedBy,
        unprovenGrantors,
        tokenHash: hash,
        provesEmail: courier.provesEmail,
        ...times,
      };
      return showInvitation(em, await storeInvitation(em, { workspaceId: scope.workspaceId, email }, fresh));
    })
    .catch(refuseInvited);
  return { ...invited, ...(await deliverInvitation(scope, courier, { ...invited, inviteToken })) };
}

type Invitation = InferEntity<typeof invitations>;

/** Creates the invitation, or renews an expired one. */
async function storeInvitation(
  em: EntityManager,
  key: Pick<Invitation, 'workspaceId' | 'email'>,
  fresh: Omit<Invitation, 'workspaceId' | 'email' | 'id'>,
): Promise<Invitation> {
  const existing = await em.findOne(invitations, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (existing && existing.expiresAt > fresh.createdAt) throw invitedAlready();
  const invitation = existing ? em.assign(existing, fresh) : em.create(invitations, { id: newId(), ...key, ...fresh });
  em.persist(invitation);
  return invitation;
}

/** Of concurrent invitations of one email, one succeeds. */
function refuseInvited(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  throw constraint === 'invitations_workspace_id_email_key' ? invitedAlready() : error;
}

function invitedAlready(): AppError {
  return new AppError('CONFLICT', 'An invitation for this email already exists. Resend it, or revoke it first.');
}

async function refuseMember(scope: Scope, email: string): Promise<void> {
  const member = await typed(scope.sql, 'is_member_email', members, users)
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select('u.id')
    .where('m.workspaceId', '=', scope.workspaceId)
    .where('u.email', '=', email)
    .executeTakeFirst();
  if (member) {
    throw new AppError('CONFLICT', 'A member with this email already exists. Change the role of that member instead.');
  }
}
