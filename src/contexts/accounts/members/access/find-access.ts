import type { Role } from '../../../../platform/access/capabilities.js';
import type { Access, Principal } from '../../../../platform/access/principal.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Services } from '../../../../platform/services.js';
import { keyEnded, sessionEnded } from '../../users/index.js';
import { capabilitiesOfKey, capabilitiesOfMember } from './effective-capabilities.js';

/**
 * Finds the access of a principal to a workspace and checks its session or key, in one statement; null if it is not a
 * member. Runs again for each request and each event, so that revoked access ends at once; so it is text, which need not be
 * built each time.
 * @throws AppError INVALID_TOKEN if the session ended or the key was revoked or expired
 */
export async function findAccess(
  services: Services,
  principal: Principal,
  workspaceId: string,
): Promise<Access | null> {
  const row =
    principal.kind === 'user'
      ? await findUserAccess(services, principal, workspaceId)
      : await findKeyAccess(services, principal, workspaceId);
  return row && toAccess(row, principal.userId);
}

/** The access of a user, or of a key that they created, from a row; null if the user is not a member. */
export function toAccess(row: AccessRow, userId: string): Access | null {
  if (!row.role) return null;
  const ofMember = capabilitiesOfMember({ role: row.role, capabilities: row.granted, deniedCapabilities: row.denied });
  return {
    workspaceId: row.workspace_id,
    accountId: row.account_id,
    workspaceName: row.name,
    timezone: row.timezone,
    country: row.country,
    defaultErrorFlowId: row.default_error_flow_id,
    dailyBudget: row.daily_budget,
    monthlyBudget: row.monthly_budget,
    postalAddress: row.postal_address,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    userId,
    emailVerified: row.email_verified,
    role: row.role,
    capabilities: row.key_capabilities ? capabilitiesOfKey(row.key_capabilities, ofMember) : ofMember,
  };
}

/** The columns of the workspace are null together with the role: if the user is not a member. */
export interface AccessRow {
  workspace_id: string;
  account_id: string;
  name: string;
  timezone: string;
  country: string | null;
  default_error_flow_id: string | null;
  daily_budget: string | null;
  monthly_budget: string | null;
  postal_address: string | null;
  created_at: string;
  updated_at: string;
  role: Role | null;
  email_verified: boolean;
  granted: string[];
  denied: string[];
  key_capabilities?: string[];
}

interface Live {
  live: boolean;
}

const accessColumns = `w.id as workspace_id, w.account_id, w.name, w.timezone, w.country, w.default_error_flow_id, w.daily_budget,
  w.monthly_budget, w.postal_address, w.created_at, w.updated_at, m.role, m.capabilities as granted, m.denied_capabilities as denied,
  (select v.email_verified_at is not null from users v where v.id = m.user_id) as email_verified`;

/** The columns of an `AccessRow` for a key `k`, with `keyAccessJoins`. */
export const keyAccessColumns = `${accessColumns}, k.capabilities as key_capabilities`;
export const keyAccessJoins = `join workspaces w on w.id = k.workspace_id
  left join members m on m.workspace_id = k.workspace_id and m.user_id = k.created_by
    and not exists (select from users d where d.id = k.created_by and d.disabled_at is not null)`;

type UserPrincipal = Extract<Principal, { kind: 'user' }>;
type KeyPrincipal = Extract<Principal, { kind: 'apiKey' }>;

async function findUserAccess(
  { db, now }: Services,
  principal: UserPrincipal,
  workspaceId: string,
): Promise<AccessRow> {
  const [label, live, join, values] =
    principal.sessionId === null
      ? [
          'find_external_access',
          'u.disabled_at is null and coalesce(u.signed_out_at <= $3, true)',
          '',
          [principal.issuedAt],
        ]
      : [
          'find_user_access',
          'u.session_version = $3 and s.id is not null',
          'left join sessions s on s.id = $4 and s.user_id = u.id and s.ended_at is null and s.expires_at > $5',
          [principal.sessionVersion, principal.sessionId, now()],
        ];
  const text = `/* ${label} */ select ${live} as live, ${accessColumns} from users u ${join}
    left join (members m join workspaces w on w.id = m.workspace_id) on m.user_id = u.id and m.workspace_id = $1
    where u.id = $2`;
  const { rows } = await db.pool.query<AccessRow & Live>(statement(text, [workspaceId, principal.userId, ...values]));
  if (!rows[0]?.live) throw sessionEnded();
  return rows[0];
}

async function findKeyAccess(
  { db, now }: Services,
  principal: KeyPrincipal,
  workspaceId: string,
): Promise<AccessRow | null> {
  if (principal.workspaceId !== workspaceId.toLowerCase()) return null;
  const text = `/* find_key_access */
    select k.revoked_at is null and (k.expires_at is null or k.expires_at > $3) as live, ${keyAccessColumns}
    from api_keys k ${keyAccessJoins} where k.workspace_id = $1 and k.id = $2`;
  const { rows } = await db.pool.query<AccessRow & Live>(statement(text, [workspaceId, principal.keyId, now()]));
  if (!rows[0]?.live) throw keyEnded();
  return rows[0];
}
