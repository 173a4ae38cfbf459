import { statement } from '../../../platform/database/statement.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { preconditionFailed } from '../../../platform/graphql/if-unmodified-since.js';
import { findLiveUser } from '../users/index.js';
import type { UpdateMeInput } from './account.input.js';
import type { Me } from './credentials.object.js';
import { userColumns } from './find-user.js';

/** Changes the name of the caller, if it was sent. @throws AppError INVALID_TOKEN, PRECONDITION_FAILED */
export async function updateMe(context: GraphContext, { name }: UpdateMeInput, ifUnmodifiedSince?: Date): Promise<Me> {
  const { db, now } = context.services;
  const { id } = await findLiveUser(context.services, context.principal({ session: true }));
  // Compared and changed in one statement.
  const text = `/* update_me */ update users u
    set name = coalesce($2, u.name), updated_at = greatest($3, date_trunc('milliseconds', u.updated_at) + interval '1 millisecond')
    where u.id = $1 and ($4::timestamptz is null or date_trunc('milliseconds', u.updated_at) <= $4)
    returning ${userColumns}`;
  const { rows } = await db.pool.query<Me>(statement(text, [id, name ?? null, now(), ifUnmodifiedSince ?? null]));
  if (!rows[0])
    throw preconditionFailed('The user was changed after ifUnmodifiedSince. Get it again and apply your change.');
  return rows[0];
}
