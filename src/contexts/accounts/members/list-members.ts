import { roles } from '../../../platform/access/capabilities.js';
import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage, wholePagination } from '../../../platform/graphql/read-page.js';
import { type MemberListArgs, memberFilter, memberSort } from './member.input.js';
import type { Member } from './member.object.js';

/** Columns of a `Member` from a row of `invitations` named i. */
const invitationColumns = `'invitation:' || i.id as id, i.workspace_id as "workspaceId",
  (select u.id from users u where u.email = i.email) as "userId", i.id as "invitationId", i.email::text as email,
  null::text as name, i.role, i.capabilities,
  i.denied_capabilities as "deniedCapabilities", 'invited' as status, i.expires_at as "expiresAt",
  i.created_at as "createdAt", i.updated_at as "updatedAt"`;

/** Columns of a `Member` from a row of `members` named m and its user u. */
const memberColumns = `'member:' || m.user_id || ':' || m.workspace_id as id,
  m.workspace_id as "workspaceId",
  m.user_id as "userId", null::uuid as "invitationId", u.email::text as email, u.name, m.role, m.capabilities,
  m.denied_capabilities as "deniedCapabilities",
  'active' as status, null::timestamptz as "expiresAt", m.created_at as "createdAt", m.updated_at as "updatedAt"`;

const sortColumns = {
  createdAt: 'm."createdAt"',
  name: 'm.name',
  email: 'm.email',
  role: 'm.rank',
} as const satisfies Record<(typeof memberSort.keys)[number], string>;

const membersAndInvitations = `(
  select m.workspace_id, m.user_id as key, ${memberColumns} from members m join users u on u.id = m.user_id
  union all
  select i.workspace_id, i.id as key, ${invitationColumns} from invitations i
)`;
const ranked = `(select e.*, array_position(array['${roles.join("','")}'], e.role) as rank from ${membersAndInvitations} e) m`;

/**
 * Lists members and pending invitations, newest first by default, without tokens.
 * @throws AppError VALIDATION_FAILED
 */
export async function listMembers(scope: Scope, args: MemberListArgs): Promise<PageOf<Member>> {
  const window = pageWindow(args, memberSort);
  const values: unknown[] = [scope.workspaceId, args.status || null, args.role || null, args.search?.trim() || null];
  return readPage<Member>(scope, {
    label: 'list_members',
    columns: `m.id, m."workspaceId", m."userId", m."invitationId", m.email, m.name, m.role, m.capabilities, m."deniedCapabilities", m.status, m."expiresAt",
      m."createdAt", m."updatedAt"`,
    from: ranked,
    where: [
      'm.workspace_id = $1',
      '($2::text is null or m.status = $2)',
      '($3::text is null or m.role = $3)',
      `($4::text is null or strpos(lower(m.email), lower($4)) > 0 or strpos(lower(m.name), lower($4)) > 0)`,
      ...filterConditions(memberFilter, args, (value) => `$${values.push(value)}`),
    ],
    values,
    sortBy: { column: sortColumns[window.sortBy], nullable: true },
    id: 'm.key',
    window,
    of: [scope.workspaceId],
    pagination: wholePagination,
    cost: filterCost(memberFilter, window, { search: 'scan' }),
  });
}
