import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { AppError } from '../../../platform/errors.js';
import { normalEmail } from '../members/index.js';

/** Whom a checked token of another issuer names. */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
  /** Null where the issuer does not vouch for it. */
  verifiedEmail: string | null;
}

/**
 * The person behind an identity of another issuer. The first token links its subject to the account of its verified
 * email; from then on the subject alone decides, and no other subject of that issuer gets at the account.
 * @throws AppError INVALID_TOKEN for somebody without an account here
 */
export async function findExternalUser(sql: Sql, identity: ExternalIdentity): Promise<string> {
  const userId = (await findLinked(sql, identity)) ?? (await link(sql, identity)) ?? (await findLinked(sql, identity));
  if (userId) return userId;
  throw new AppError(
    'INVALID_TOKEN',
    "The access token's issuer is trusted, but no account here belongs to its subject, nor one that is still free to its verified email. Ask for an invitation.",
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

/** Undefined also where a request at the same time made the link. */
async function link(sql: Sql, { issuer, subject, verifiedEmail }: ExternalIdentity): Promise<string | undefined> {
  if (verifiedEmail === null) return undefined;
  const { rows } = await sql.query<{ userId: string }>(
    `/* link_external_identity */ insert into external_identities (issuer, subject, user_id)
       select $1, $2, id from users where email = $3 on conflict do nothing returning user_id as "userId"`,
    [issuer, subject, normalEmail(verifiedEmail)],
  );
  return rows[0]?.userId;
}
