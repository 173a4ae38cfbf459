import { readPage, wholePagination } from '../../../platform/database/read-page.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { containing, containsCondition } from '../../../platform/graphql/list-filters.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import type { ApiKeyView } from './api-key.entity.js';
import type { ApiKeyListArgs } from './api-key.input.js';
import { visibleCreator } from './visible-keys.js';

const sortColumns = {
  createdAt: 'k.created_at',
  updatedAt: 'k.updated_at',
  name: 'k.name',
  lastUsedAt: 'k.last_used_at',
  expiresAt: 'k.expires_at',
} as const;

/** Lists the keys that are not revoked: the caller's own, or all for callers with `members:manage`. */
export async function listApiKeys(scope: Scope, args: ApiKeyListArgs): Promise<PageOf<ApiKeyView>> {
  const window = pageWindow(args, Object.keys(sortColumns) as (keyof typeof sortColumns)[], 'createdAt');
  return readPage<ApiKeyView>(scope, {
    label: 'list_api_keys',
    columns: `k.id, k.name, k.prefix, k.capabilities, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
      k.created_at as "createdAt", k.updated_at as "updatedAt"`,
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
