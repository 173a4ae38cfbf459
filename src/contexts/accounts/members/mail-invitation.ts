import type { Scope } from '../../../platform/graphql/context.js';

/** What a mail tells of an invitation that is kept already. */
export interface InvitationToMail {
  email: string;
  inviteToken: string;
  expiresAt?: Date | string | null;
}

/**
 * Mails the link to accept an invitation. The invitation stands whatever becomes of the mail.
 * @returns whether the mail server took it; false too where none is configured
 */
export async function mailInvitation(scope: Scope, invitation: InvitationToMail): Promise<boolean> {
  const { mailer } = scope.services;
  if (!mailer) return false;
  try {
    await mailer.send({ to: invitation.email, ...(await compose(scope, invitation)) });
    return true;
  } catch (error) {
    // The invitation is committed, and its token stands in the answer only: nothing may fail that answer.
    scope.log.warn({ reason: (error as Error).message }, 'an invitation could not be mailed');
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

To join, open this address. It works once, until ${new Date(expiresAt ?? 0).toUTCString()}:

${invitationLink(publicUrl, inviteToken)}

If you did not expect this, you need not do anything.
`,
  };
}

/** Behind a #, so that the token reaches neither a server's log nor a referrer. */
function invitationLink(publicUrl: string, inviteToken: string): string {
  return `${publicUrl}/accept-invite#token=${inviteToken}`;
}

async function readInviter({ sql, access }: Scope): Promise<string> {
  const { rows } = await sql.query<{ name: string; email: string }>(
    '/* read_inviter */ select name, email::text as email from users where id = $1',
    [access.userId],
  );
  const { name = '', email = '' } = rows[0] ?? {};
  return oneLine(name === email ? email : `${name} (${email})`);
}

/** Names are what people typed: they end no line of ours. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
