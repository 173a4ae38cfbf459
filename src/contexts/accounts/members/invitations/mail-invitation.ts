import { typed } from '../../../../platform/database/typed-sql.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { Mailer } from '../../../../platform/mail/mail.js';
import { users } from '../../entities/user.entity.js';
import { ownMail } from '../../secrets/index.js';

/** The data of a stored invitation that its mail contains. */
export interface InvitationToMail {
  email: string;
  inviteToken: string;
  expiresAt?: Date | string | null;
}

/** Who brings a token to the invited person. */
interface Courier {
  /** Null where no mail can be sent. */
  send: Mailer['send'] | null;
  /** Whether nobody but the invited address gets the token: of the mail server of a workspace its owners may read the mails. */
  provesEmail: boolean;
}

/** The mail server that invitations of a workspace are sent by: that of the server, otherwise the workspace's own. */
export async function findCourier({ services, workspaceId }: Scope): Promise<Courier> {
  if (services.mailer) return { send: services.mailer.send, provesEmail: true };
  return { send: await services.get(ownMail)(workspaceId), provesEmail: false };
}

/**
 * Gives the token to the invited person only, by mail; to the inviter only where no mail can be sent. Who reads a token
 * can make an account with the invited address, so that account proves nothing about who has it.
 */
export async function deliverInvitation(
  scope: Scope,
  { send }: Courier,
  invitation: InvitationToMail,
): Promise<{ inviteToken: string | null; mailed: boolean }> {
  if (!send) return { inviteToken: invitation.inviteToken, mailed: false };
  return { inviteToken: null, mailed: await mailInvitation(scope, send, invitation) };
}

/**
 * Mails the link to accept an invitation. The invitation is valid whether or not the mail is sent.
 * @returns whether the mail server accepted it
 */
async function mailInvitation(scope: Scope, send: Mailer['send'], invitation: InvitationToMail): Promise<boolean> {
  try {
    await send({ to: invitation.email, ...(await compose(scope, invitation)) });
    return true;
  } catch (error) {
    // The invitation is committed, and can be sent again.
    scope.log.warn({ reason: (error as Error).message }, 'could not mail an invitation');
    return false;
  }
}

async function compose(scope: Scope, { inviteToken, expiresAt }: InvitationToMail) {
  const { publicUrl } = scope.services.settings;
  const workspace = oneLine(scope.access.workspaceName);
  const inviter = await readInviter(scope);
  return {
    subject: `Invitation to the workspace ${workspace}`,
    text: `${inviter} invites you to the workspace "${workspace}" at ${publicUrl}.

To join, open this address. It is valid once, until ${new Date(expiresAt ?? 0).toUTCString()}:

${invitationLink(publicUrl, inviteToken)}

If you did not expect this invitation, you can ignore this email.
`,
  };
}

/** In the fragment, so that the token gets into neither a server's log nor a Referer header. */
function invitationLink(publicUrl: string, inviteToken: string): string {
  return `${publicUrl}/accept-invite#token=${inviteToken}`;
}

async function readInviter({ sql, access }: Scope): Promise<string> {
  const inviter = await typed(sql, 'read_inviter', users)
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', access.userId)
    .executeTakeFirst();
  const { name, email } = inviter ?? { name: '', email: '' };
  return oneLine(name === email ? email : `${name} (${email})`);
}

/** Names are user input and must not break lines of the mail. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
