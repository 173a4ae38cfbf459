import { validationFailed } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { containing, oneOfViolations } from '../../../platform/graphql/list-filters.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage } from '../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { timeRange, timeRangeViolations } from '../../../platform/graphql/time-range.js';
import { readIsoTime } from '../../../platform/iso-time.js';
import { type AuditEntry, type AuditLogArgs, auditFilter, auditSort } from './audit-entry.object.js';
import { actorKinds } from './write-audit.js';

/** An entry as the API and exports show it, of the table `a`. */
export const entryColumns = `a.workspace_id as "workspaceId", a.id, a.actor_kind as "actorKind", a.user_id as "userId", a.key_id as "keyId", a.actor, a.action,
  a.target_id as "targetId", a.fields, a.details, a.before, a.after, a.outcome, a.code, a.ip, a.request_id as "requestId",
  a.created_at as "createdAt", a.position::int as position, encode(a.hash, 'hex') as hash`;

/** What entries are filtered by, in lists and exports. */
export type AuditFilters = Partial<
  Pick<AuditLogArgs, 'action' | 'userId' | 'keyId' | 'actorKind' | 'actor' | 'targetId' | 'outcome' | 'from' | 'to'>
>;

/** Lists the audit log of the workspace, newest first. */
export async function listAuditLog(
  scope: Scope,
  args: AuditLogArgs,
  fields: RequestedFields,
): Promise<PageOf<AuditEntry>> {
  const window = pageWindow(args, auditSort, timeRangeViolations(args.from, args.to));
  const { where, values } = conditionsOf(scope.workspaceId, args);
  if (args.search) where.push(`a.id in (${searchedEntries(values.push(containing(args.search)))})`);
  where.push(...filterConditions(auditFilter, args, (value) => `$${values.push(value)}`));
  return readPage<AuditEntry>(scope, {
    total: keptTotal(args, where),
    label: 'list_audit_log',
    columns: entryColumns,
    from: 'audit_log a',
    where,
    values,
    sortBy: null,
    id: 'a.id',
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(auditFilter, window),
  });
}

/** What entries are counted by; null if the list has other filters. */
function keptTotal(
  { userId, keyId, actor, targetId, from, to, search, filter, ids }: AuditLogArgs,
  where: readonly string[],
): string | null {
  if (userId || keyId || actor || targetId || from || to || search || filter || ids) return null;
  return `(select coalesce(sum(a.n), 0)::integer from audit_totals a where ${where.join(' and ')})`;
}

/** The conditions on the entries `a` of a chain, and their values. */
export function conditionsOf(workspaceId: string, filters: AuditFilters): { where: string[]; values: unknown[] } {
  const { from, to } = timeRange(filters.from, filters.to);
  const all: [string, unknown][] = [
    ['a.workspace_id =', workspaceId],
    ['a.action =', filters.action || null],
    ['a.actor_kind =', filters.actorKind || null],
    ['a.actor =', filters.actor || null],
    ['a.user_id =', idOrNone(filters.userId)],
    ['a.key_id =', idOrNone(filters.keyId)],
    ['a.target_id =', idOrNone(filters.targetId)],
    ['a.outcome =', filters.outcome || null],
    ['a.created_at >=', from],
    ['a.created_at <=', to],
  ];
  const active = all.filter(([, value]) => value !== null);
  return {
    where: active.map(([condition], index) => `${condition} $${index + 1}`),
    values: active.map(([, value]) => value),
  };
}

/** Filters as a command has them, which GraphQL does not coerce. */
interface SentFilters extends Omit<AuditFilters, 'from' | 'to'> {
  from?: string;
  to?: string;
}

/** Reads filters of a command. @throws AppError VALIDATION_FAILED with all that is not valid */
export function readFilters({ from, to, ...filters }: SentFilters): AuditFilters {
  const violations = [
    ...oneOfViolations('actorKind', filters.actorKind, actorKinds),
    ...oneOfViolations('outcome', filters.outcome, ['done', 'refused']),
  ];
  const read = (field: string, sent: string | undefined): Date | null => {
    const time = sent ? readIsoTime(sent) : null;
    if (sent && !time) violations.push({ field, message: `${field} ${must.beTimeOrDate}` });
    return time;
  };
  const range = { from: read('from', from), to: read('to', to) };
  violations.push(...timeRangeViolations(range.from, range.to));
  if (violations.length > 0) throw validationFailed(violations);
  return { ...filters, ...range };
}

/** The nil UUID, which no record has, for a text that is not a UUID. */
function idOrNone(id: string | null | undefined): string | null {
  if (!id) return null;
  return isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}

/**
 * The IDs of the entries that a text finds: by their action, by their actor, and by the name and email of their user. Each
 * is read from an index, beginning with the different values that the log has: few, however long it is. These are arrays,
 * which Postgres makes once: of a set it may make each anew for each entry where it expects few.
 * @param at the number of the parameter with the pattern; `$1` is the workspace
 */
function searchedEntries(at: number): string {
  return `select x.id from audit_log x where x.workspace_id = $1 and x.action = any(array(${valuesLike('action', at)}))
    union select x.id from audit_log x where x.workspace_id = $1 and x.actor = any(array(${valuesLike('actor', at)}))
    union select x.id from audit_log x where x.workspace_id = $1 and x.user_id = any(array(
      select u.id from members m join users u on u.id = m.user_id
      where m.workspace_id = $1 and (u.name ilike $${at} or u.email::text ilike $${at})))`;
}

/** The different values of a column, each found behind the one before it. */
function valuesLike(column: 'action' | 'actor', at: number): string {
  const next = (
    after: string,
  ) => `(select l.${column} from audit_log l where l.workspace_id = $1 and l.${column} is not null
    ${after} order by l.${column} limit 1)`;
  return `with recursive known(value) as (
      select ${next('')}
      union all select ${next(`and l.${column} > known.value`)} from known where known.value is not null
    ) select value from known where value ilike $${at}`;
}
