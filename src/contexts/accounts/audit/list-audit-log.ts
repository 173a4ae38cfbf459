import { readPage } from '../../../platform/database/read-page.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { oneOfViolations } from '../../../platform/graphql/list-filters.js';
import { type PageOf, pageWindow, toPage } from '../../../platform/graphql/page.js';
import { timeRange, timeRangeViolations } from '../../../platform/graphql/time-range.js';
import type { AuditEntry, AuditLogArgs } from './audit-entry.object.js';

const columns = `a.id, a.actor_kind as "actorKind", a.user_id as "userId", a.key_id as "keyId", a.actor, a.action,
  a.target_id as "targetId", a.fields, a.details, a.outcome, a.code, a.ip, a.request_id as "requestId", a.created_at as "createdAt"`;

/** Lists the audit log of the workspace, newest first. */
export async function listAuditLog(scope: Scope, args: AuditLogArgs, total: boolean): Promise<PageOf<AuditEntry>> {
  const window = pageWindow(args, ['createdAt'], 'createdAt', filterViolations(args));
  const { from, to } = timeRange(args.from, args.to);
  const filters: [string, unknown][] = [
    ['a.action =', args.action || null],
    ['a.user_id =', idOrNone(args.userId)],
    ['a.target_id =', idOrNone(args.targetId)],
    ['a.outcome =', args.outcome || null],
    ['a.created_at >=', from],
    ['a.created_at <=', to],
  ];
  const active = filters.filter(([, value]) => value !== null);
  const page = await readPage<AuditEntry>(scope, {
    label: 'list_audit_log',
    columns,
    from: 'audit_log a',
    where: ['a.workspace_id = $1', ...active.map(([condition], index) => `${condition} $${index + 2}`)],
    values: [scope.workspaceId, ...active.map(([, value]) => value)],
    orderBy: `a.id ${window.descending ? 'desc' : 'asc'}`,
    limit: window.limit,
    offset: window.offset,
    total,
  });
  return toPage(page.rows, page.total, window);
}

function filterViolations({ outcome, from, to }: AuditLogArgs): ErrorDetail[] {
  return [...oneOfViolations('outcome', outcome, ['done', 'refused']), ...timeRangeViolations(from, to)];
}

/** The nil UUID, which no record has, for a text that is not a UUID. */
function idOrNone(id: string | null | undefined): string | null {
  if (!id) return null;
  return isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}
