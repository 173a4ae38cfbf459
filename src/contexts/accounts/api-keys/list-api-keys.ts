import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { containing, containsCondition } from '../../../platform/graphql/list-filters.js';
import { loadRows } from '../../../platform/graphql/nodes/node-source.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage, wholePagination } from '../../../platform/graphql/read-page.js';
import type { ApiKey, ApiKeyView } from '../entities/api-key.entity.js';
import { type ApiKeyListArgs, apiKeyFilter, apiKeySort } from './api-key.input.js';
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
  const creator = visibleCreator(scope);
  const keys = await typed(scope.sql, 'api_keys_by_id', tableOf<ApiKey>()('api_keys'))
    .selectFrom('api_keys')
    .select([
      'id',
      'workspaceId',
      'name',
      'prefix',
      'capabilities',
      'expiresAt',
      'lastUsedAt',
      'createdAt',
      'updatedAt',
    ])
    .where('workspaceId', '=', scope.workspaceId)
    .where('id', '=', anyOf(ids))
    .where('revokedAt', 'is', null)
    .$if(creator !== null, (all) => all.where('createdBy', '=', creator as string))
    .execute();
  // Times are shown as Postgres writes them, too, as those of the list.
  return keys as ApiKeyView[];
});

/** Lists the keys that are not revoked: the caller's own, or all for callers with `members:manage`. */
export async function listApiKeys(scope: Scope, args: ApiKeyListArgs): Promise<PageOf<ApiKeyView>> {
  const window = pageWindow(args, apiKeySort);
  const values: unknown[] = [scope.workspaceId, visibleCreator(scope), containing(args.search)];
  return readPage<ApiKeyView>(scope, {
    label: 'list_api_keys',
    columns,
    from: 'api_keys k',
    where: [
      'k.workspace_id = $1',
      'k.revoked_at is null',
      '($2::uuid is null or k.created_by = $2)',
      containsCondition(['k.name', 'k.prefix'], 3),
      ...filterConditions(apiKeyFilter, args, (value) => `$${values.push(value)}`),
    ],
    values,
    sortBy: { column: sortColumns[window.sortBy], nullable: true },
    id: 'k.id',
    window,
    of: [scope.workspaceId],
    pagination: wholePagination,
    cost: filterCost(apiKeyFilter, window, { search: 'scan' }),
  });
}
