import { statement } from '../../../platform/database/statement.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { containing, containsCondition } from '../../../platform/graphql/list-filters.js';
import { loadRows } from '../../../platform/graphql/nodes/node-source.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage, wholePagination } from '../../../platform/graphql/read-page.js';
import type { ApiKeyView } from '../entities/api-key.entity.js';
import { type ApiKeyListArgs, apiKeySort } from './api-key.input.js';
import { visibleCreator } from './visible-keys.js';

const sortColumns = {
  createdAt: 'k.created_at',
  updatedAt: 'k.updated_at',
  name: 'k.name',
  lastUsedAt: 'k.last_used_at',
  expiresAt: 'k.expires_at',
} as const satisfies Record<(typeof apiKeySort.keys)[number], string>;

const columns = `k.id, k.workspace_id as "workspaceId", k.name, k.prefix, k.capabilities, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
  k.created_at as "createdAt", k.updated_at as "updatedAt"`;

/** Keys by ID, as far as the caller can list them. */
export const loadApiKey = loadRows<ApiKeyView>(async (scope, ids) => {
  const text = `/* api_keys_by_id */ select ${columns} from api_keys k where k.workspace_id = $1 and k.id = any($3::uuid[])
    and k.revoked_at is null and ($2::uuid is null or k.created_by = $2)`;
  return (await scope.sql.query<ApiKeyView>(statement(text, [scope.workspaceId, visibleCreator(scope), ids]))).rows;
});

/** Lists the keys that are not revoked: the caller's own, or all for callers with `members:manage`. */
export async function listApiKeys(scope: Scope, args: ApiKeyListArgs): Promise<PageOf<ApiKeyView>> {
  const window = pageWindow(args, apiKeySort);
  return readPage<ApiKeyView>(scope, {
    label: 'list_api_keys',
    columns,
    from: 'api_keys k',
    where: [
      'k.workspace_id = $1',
      'k.revoked_at is null',
      '($2::uuid is null or k.created_by = $2)',
      containsCondition(['k.name', 'k.prefix'], 3),
    ],
    values: [scope.workspaceId, visibleCreator(scope), containing(args.search)],
    sortBy: { column: sortColumns[window.sortBy], nullable: true },
    id: 'k.id',
    window,
    of: [scope.workspaceId],
    pagination: wholePagination,
  });
}
