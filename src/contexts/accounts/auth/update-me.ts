import type { GraphContext } from '../../../platform/graphql/context.js';
import { findLiveUser } from '../users/index.js';
import type { UpdateMeInput } from './account.input.js';
import type { User } from './credentials.object.js';
import { userColumns } from './find-user.js';

/** Changes the name of the caller. @throws AppError INVALID_TOKEN */
export async function updateMe(context: GraphContext, { name }: UpdateMeInput): Promise<User> {
  const { db, now } = context.services;
  const { id } = await findLiveUser(context.services, context.principal({ session: true }));
  const { rows } = await db.pool.query<User>(
    `/* update_me */ update users u set name = $2, updated_at = $3 where u.id = $1 returning ${userColumns}`,
    [id, name, now()],
  );
  return rows[0] as User;
}
