import type { Scope } from '../../../../platform/graphql/context.js';

/** The data of a stored invitation that its mail contains. */
export interface InvitationToMail {
  email: string;
  inviteToken: string;
  expiresAt?: Date | string | null;
}

/**
 * Gives the token to the invited person only, by mail; to the inviter only where no mail can be sent. Who reads a token
 * can make an account with the invited address, so that account proves nothing about who has it.
 */
export async function deliverInvitation(
  scope: Scope,
  invitation: InvitationToMail,
): Promise<{ inviteToken: string | null; mailed: boolean }> {
  if (!scope.services.mailer) return { inviteToken: invitation.inviteToken, mailed: false };
  return { inviteToken: null, mailed: await mailInvitation(scope, invitation) };
}

/**
 * Mails the link to accept an invitation. The invitation is valid whether or not the mail is sent.
 * @returns whether the mail server accepted it; false too if none is configured
 */
async function mailInvitation(scope: Scope, invitation: InvitationToMail): Promise<boolean> {
  const { mailer } = scope.services;
  if (!mailer) return false;
  try {
    await mailer.send({ to: invitation.email, ...(await compose(scope, invitation)) });
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
  const { rows } = await sql.query<{ name: string; email: string }>(
    '/* read_inviter */ select name, email::text as email from users where id = $1',
    [access.userId],
  );
  const { name = '', email = '' } = rows[0] ?? {};
  return oneLine(name === email ? email : `${name} (${email})`);
}

/** Names are user input and must not break lines of the mail. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
