import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { normalEmail } from '../../members/index.js';

/** The identity in a verified token of another issuer. */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
  /** Null if the issuer has not verified it. */
  verifiedEmail: string | null;
}

/**
 * Finds the user of an identity of another issuer. The first token links its subject to the user with its verified
 * email, if this server has verified it too: otherwise someone could have registered it before its owner; from then on only the subject counts, and no other subject of that issuer can be linked to the user.
 * @throws AppError INVALID_TOKEN if there is no such user
 */
export async function findExternalUser(sql: Sql, identity: ExternalIdentity): Promise<string> {
  const userId = (await findLinked(sql, identity)) ?? (await link(sql, identity)) ?? (await findLinked(sql, identity));
  if (userId) return userId;
  throw new AppError(
    'INVALID_TOKEN',
    'No user found for the access token: its subject is not linked to a user, and its verified email matches no user with a verified email and without a link. Verify the email of your account, or ask for an invitation.',
  );
}

async function findLinked(sql: Sql, { issuer, subject }: ExternalIdentity): Promise<string | undefined> {
  const { rows } = await sql.query<{ userId: string }>(
    statement(
      `/* find_external_identity */ select user_id as "userId" from external_identities
         where issuer = $1 and subject = $2`,
      [issuer, subject],
    ),
  );
  return rows[0]?.userId;
}

/** Undefined also if a concurrent request created the link. */
async function link(sql: Sql, { issuer, subject, verifiedEmail }: ExternalIdentity): Promise<string | undefined> {
  if (verifiedEmail === null) return undefined;
  const { rows } = await sql.query<{ userId: string }>(
    `/* link_external_identity */ insert into external_identities (issuer, subject, user_id)
       select $1, $2, id from users where email = $3 and email_verified_at is not null on conflict do nothing returning user_id as "userId"`,
    [issuer, subject, normalEmail(verifiedEmail)],
  );
  return rows[0]?.userId;
}
