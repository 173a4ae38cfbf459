import { filterCost } from '../../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../../platform/filters/filter-sql.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { FilterCost } from '../../../../platform/graphql/filter-cost.js';
import { containing, containsCondition } from '../../../../platform/graphql/list-filters.js';
import { type PageOf, pageWindow } from '../../../../platform/graphql/page.js';
import { readPage, wholePagination } from '../../../../platform/graphql/read-page.js';
import { findLiveUser } from '../../users/index.js';
import { currentSession } from './current-session.js';
import { type SessionListArgs, type SessionView, sessionFilter, sessionSort } from './session.object.js';

const sortColumns = {
  lastUsedAt: 's.refreshed_at',
  createdAt: 's.created_at',
  expiresAt: 's.expires_at',
} as const satisfies Record<(typeof sessionSort.keys)[number], string>;

/** Lists the sessions of the caller that have not ended, the last used first. */
export async function listSessions(context: GraphContext, args: SessionListArgs): Promise<PageOf<SessionView>> {
  const { services } = context;
  const window = pageWindow(args, sessionSort);
  const { id } = await findLiveUser(services, context.principal({ session: true }));
  const values: unknown[] = [id, services.now(), containing(args.search)];
  const reportFilterCost = (cost: FilterCost) => context.reportFilterCost(cost);
  const { items, pagination } = await readPage<Omit<SessionView, 'current'>>(
    { sql: services.db.pool, answer: context.answer, cursorKey: services.settings.jwtSecret, reportFilterCost },
    {
      label: 'list_sessions',
      columns: `s.id, s.device, s.address, s.refreshed_at as "lastUsedAt", s.expires_at as "expiresAt",
        s.created_at as "createdAt",
        (select i.provider_id from identity_sessions i where i.session_id = s.id) as "providerId"`,
      from: 'sessions s',
      where: [
        's.user_id = $1',
        's.ended_at is null',
        's.expires_at > $2',
        containsCondition(['s.device', 's.address'], 3),
        ...filterConditions(sessionFilter, args, (value) => `$${values.push(value)}`),
      ],
      values,
      sortBy: { column: sortColumns[window.sortBy] },
      id: 's.id',
      window,
      of: [id],
      pagination: wholePagination,
      cost: filterCost(sessionFilter, window, { search: 'scan' }),
    },
  );
  const current = currentSession(context);
  return { items: items.map((row) => ({ ...row, current: row.id === current })), pagination };
}
