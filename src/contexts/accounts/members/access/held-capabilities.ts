import DataLoader from 'dataloader';
import type { Principal } from '../../../../platform/access/principal.js';
import { statement } from '../../../../platform/database/statement.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { capabilitiesOfKey, capabilitiesOfMember, type RoleChange } from './effective-capabilities.js';

const loaders = new WeakMap<GraphContext, DataLoader<string, string[]>>();

/** The capabilities of the caller in a workspace; those of several workspaces are read by one statement. */
export function heldCapabilities(context: GraphContext, workspaceId: string): Promise<string[]> {
  const principal = context.principal();
  const loader =
    loaders.get(context) ??
    new DataLoader((ids: readonly string[]) => readCapabilities(context.services, principal, ids), { cache: false });
  loaders.set(context, loader);
  return loader.load(workspaceId);
}

type Row = RoleChange & { workspaceId: string; ofKey: string[] | null };

async function readCapabilities(
  { db }: Services,
  principal: Principal,
  workspaceIds: readonly string[],
): Promise<string[][]> {
  const keyId = principal.kind === 'apiKey' ? principal.keyId : null;
  const { rows } = await db.pool.query<Row>(
    statement(
      `/* held_capabilities */ select m.workspace_id as "workspaceId", m.role, m.capabilities,
         m.denied_capabilities as "deniedCapabilities", k.capabilities as "ofKey"
       from members m left join api_keys k on k.workspace_id = m.workspace_id and k.id = $3
       where m.user_id = $1 and m.workspace_id = any($2::uuid[])`,
      [principal.userId, workspaceIds, keyId],
    ),
  );
  const byWorkspace = new Map(rows.map((row) => [row.workspaceId, row]));
  return workspaceIds.map((id) => {
    const row = byWorkspace.get(id);
    if (!row) return [];
    const ofMember = capabilitiesOfMember(row);
    return [...(keyId === null ? ofMember : capabilitiesOfKey(row.ofKey ?? [], ofMember))];
  });
}
