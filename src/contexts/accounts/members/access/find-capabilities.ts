import type { Capability, Role } from '../../../../platform/access/capabilities.js';
import type { Sql } from '../../../../platform/database/database.js';
import { capabilitiesOfKey, capabilitiesOfMember } from './effective-capabilities.js';

interface RightsRow {
  role: Role | null;
  granted: string[];
  denied: string[];
  keyCapabilities: string[] | null;
}

/**
 * What a user or API key may do in a workspace now: nothing without a membership. A key stands for what its creator gave
 * it, as long as they hold it themselves. A revoked key may do nothing; that one has expired
 * ends its use as a credential only. Text, because it has the joins of `holdsSql`.
 */
export async function findCapabilities(
  sql: Sql,
  workspaceId: string,
  principalId: string,
): Promise<ReadonlySet<Capability>> {
  const { rows } = await sql.query<RightsRow>({
    name: 'capabilities_of_principal',
    text: `/* capabilities_of_principal */ select m.role, m.capabilities as granted,
      m.denied_capabilities as denied, k.capabilities as "keyCapabilities"
      from (select 1) one
      left join api_keys k on k.workspace_id = $1 and k.id = $2
      join members m on m.workspace_id = $1 and m.user_id = coalesce(k.created_by, $2) and k.revoked_at is null`,
    values: [workspaceId, principalId],
  });
  const row = rows[0];
  if (!row?.role) return new Set();
  const ofMember = capabilitiesOfMember({
    role: row.role,
    capabilities: row.granted,
    deniedCapabilities: row.denied,
  });
  return row.keyCapabilities ? capabilitiesOfKey(row.keyCapabilities, ofMember) : ofMember;
}

/**
 * True if a user or API key holds a capability, by the same rules. All are expressions: `roles` are those that include it.
 */
export function holdsSql(by: { workspaceId: string; principal: string; capability: string; roles: string }): string {
  return `exists (select from (select 1) one left join api_keys hk on hk.workspace_id = ${by.workspaceId} and hk.id = ${by.principal}
    join members hm on hm.workspace_id = ${by.workspaceId} and hm.user_id = coalesce(hk.created_by, ${by.principal})
    where (hm.role = any (${by.roles}) or ${by.capability} = any (hm.capabilities))
      and ${by.capability} <> all (hm.denied_capabilities)
      and hk.revoked_at is null and (hk.id is null or hk.capabilities && array[${by.capability}, '*']))`;
}
