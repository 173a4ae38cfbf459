import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { notFound } from '../../../platform/errors/errors.js';
import { isUuid } from '../../../platform/graphql/is-uuid.js';
import { containing } from '../../../platform/graphql/list-filters.js';
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
  const { rows } = await sql.query<ListedWorkspace>(
    `/* list_workspaces_for_operator */ select w.id, w.name, w.timezone, w.account_id as "accountId",
       (select count(*) from members m where m.workspace_id = w.id)::int as members,
       (select u.email from members m join users u on u.id = m.user_id where m.workspace_id = w.id and m.role = 'OWNER'
         order by m.created_at, m.user_id limit 1) as owner, w.created_at as "createdAt"
     from workspaces w where ($1::uuid is null or w.id > $1) and ($2::text is null or w.name ilike $2)
     order by w.id limit $3`,
    [after, containing(search), limit],
  );
  return rows;
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
