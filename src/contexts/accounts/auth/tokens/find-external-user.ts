import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { externalIdentities } from '../../entities/session.entity.js';
import { users } from '../../entities/user.entity.js';
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
  const identity = await typed(sql, 'find_external_identity', externalIdentities)
    .selectFrom('external_identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return identity?.userId;
}

/** Undefined also if a concurrent request created the link. */
async function link(sql: Sql, { issuer, subject, verifiedEmail }: ExternalIdentity): Promise<string | undefined> {
  if (verifiedEmail === null) return undefined;
  const linked = await typed(sql, 'link_external_identity', externalIdentities, users)
    .insertInto('external_identities')
    .columns(['issuer', 'subject', 'userId'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select(({ val }) => [val(issuer).as('issuer'), val(subject).as('subject'), 'id'])
        .where('email', '=', normalEmail(verifiedEmail))
        .where('emailVerifiedAt', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  return linked?.userId;
}
