import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { notFound } from '../../../platform/errors/errors.js';
import { isUuid } from '../../../platform/graphql/is-uuid.js';
import { containing } from '../../../platform/graphql/list-filters.js';
import { members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import type { Workspace } from '../entities/workspace.entity.js';
import { stopExecutionsSql } from './delete-workspace.js';

/** A workspace as the operator sees it. */
export interface ListedWorkspace {
  id: string;
  name: string;
  timezone: string;
  accountId: string;
  members: number;
  /** The email of the OWNER of longest standing. */
  owner: string | null;
  createdAt: Date;
}

export interface WorkspaceListFilters {
  /** Part of the name. */
  search: string | null;
  limit: number;
  /** The ID of the workspace behind which the list begins. */
  after: string | null;
}

/** Lists all workspaces of the server, the oldest first. @throws Error if `after` is no ID */
export async function listForOperator(
  sql: Sql,
  { search, limit, after }: WorkspaceListFilters,
): Promise<ListedWorkspace[]> {
  if (after !== null && !isUuid(after)) throw new Error('--after must be the ID of a workspace.');
  const pattern = containing(search);
  const rows = await typed(sql, 'list_workspaces_for_operator', tableOf<Workspace>()('workspaces'), members, users)
    .selectFrom('workspaces as w')
    .select(['w.id', 'w.name', 'w.timezone', 'w.accountId'])
    .select((of) => [
      of
        .selectFrom('members as m')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('m.workspaceId', '=', 'w.id')
        .as('members'),
      of
        .selectFrom('members as m')
        .innerJoin('users as u', 'u.id', 'm.userId')
        .select('u.email')
        .whereRef('m.workspaceId', '=', 'w.id')
        .where('m.role', '=', 'OWNER')
        .orderBy('m.createdAt')
        .orderBy('m.userId')
        .limit(1)
        .as('owner'),
      'w.createdAt',
    ])
    .$if(after !== null, (all) => all.where('w.id', '>', after))
    .$if(pattern !== null, (all) => all.where('w.name', 'ilike', pattern))
    .orderBy('w.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, members: Number(row.members), createdAt: new Date(row.createdAt) }));
}

/** Deletes a workspace in the caller's transaction, as its owner can. @returns its name @throws AppError NOT_FOUND */
export async function deleteForOperator(sql: Sql, id: string, now: Date): Promise<string> {
  if (!isUuid(id)) throw notFound('workspace');
  await sql.query(stopExecutionsSql('$1', '$2'), [id, now]);
  const deleted = await typed(sql, 'delete_workspace', tableOf<Workspace>()('workspaces'))
    .deleteFrom('workspaces')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!deleted) throw notFound('workspace');
  return deleted.name;
}
