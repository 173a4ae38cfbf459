import type { Principal } from '../../../platform/access/principal.js';
import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import type { FilterCost } from '../../../platform/graphql/filter-cost.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage, wholePagination } from '../../../platform/graphql/read-page.js';
import type { Services } from '../../../platform/services.js';
import type { WorkspaceView } from '../entities/workspace.entity.js';
import { findLiveUser } from '../users/index.js';
import { type WorkspaceListArgs, workspaceFilter, workspaceSort } from './workspace.input.js';

const sortColumns = { createdAt: 'w.created_at', updatedAt: 'w.updated_at', name: 'w.name' } as const satisfies Record<
  (typeof workspaceSort.keys)[number],
  string
>;

/**
 * Lists the workspaces that the caller is a member of; for an API key only its own.
 * @throws AppError INVALID_TOKEN, VALIDATION_FAILED
 */
export async function listWorkspaces(
  services: Services,
  principal: Principal,
  args: WorkspaceListArgs,
  reportFilterCost: (cost: FilterCost) => void = () => undefined,
): Promise<PageOf<WorkspaceView>> {
  const { id: userId } = await findLiveUser(services, principal);
  const window = pageWindow(args, workspaceSort);
  const ofKey = principal.kind === 'apiKey' ? principal.workspaceId : null;
  const values: unknown[] = [userId, ofKey, args.search?.trim() || null];
  return readPage<WorkspaceView>(
    { sql: services.db.pool, cursorKey: services.settings.jwtSecret, reportFilterCost },
    {
      label: 'list_workspaces',
      columns: `w.id, w.id as "workspaceId", w.name, m.role, w.timezone, w.country, w.default_error_flow_id as "defaultErrorFlowId",
        w.daily_budget as "dailyBudget", w.monthly_budget as "monthlyBudget", w.postal_address as "postalAddress",
        w.created_at as "createdAt", w.updated_at as "updatedAt"`,
      from: 'members m join workspaces w on w.id = m.workspace_id',
      where: [
        'm.user_id = $1',
        '($2::uuid is null or w.id = $2)',
        `($3::text is null or strpos(lower(w.name), lower($3)) > 0)`,
        ...filterConditions(workspaceFilter, args, (value) => `$${values.push(value)}`),
      ],
      values,
      sortBy: { column: sortColumns[window.sortBy] },
      id: 'w.id',
      window,
      of: [userId],
      pagination: wholePagination,
      cost: filterCost(workspaceFilter, window, { search: 'scan' }),
    },
  );
}
