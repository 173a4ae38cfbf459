import DataLoader from 'dataloader';
import type { Principal } from '../../../../platform/access/principal.js';
import { anyOf, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import type { ApiKey } from '../../entities/api-key.entity.js';
import { members } from '../../entities/member.entity.js';
import { capabilitiesOfKey, capabilitiesOfMember } from './effective-capabilities.js';

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

async function readCapabilities(
  { db }: Services,
  principal: Principal,
  workspaceIds: readonly string[],
): Promise<string[][]> {
  const keyId = principal.kind === 'apiKey' ? principal.keyId : null;
  const rows = await typed(db.pool, 'held_capabilities', members, tableOf<ApiKey>()('api_keys'))
    .selectFrom('members as m')
    .leftJoin('api_keys as k', (join) => join.onRef('k.workspaceId', '=', 'm.workspaceId').on('k.id', '=', keyId))
    .select(['m.workspaceId', 'm.role', 'm.capabilities', 'm.deniedCapabilities', 'k.capabilities as ofKey'])
    .where('m.userId', '=', principal.userId)
    .where('m.workspaceId', '=', anyOf(workspaceIds))
    .execute();
  const byWorkspace = new Map(rows.map((row) => [row.workspaceId, row]));
  return workspaceIds.map((id) => {
    const row = byWorkspace.get(id);
    if (!row) return [];
    const ofMember = capabilitiesOfMember(row);
    return [...(keyId === null ? ofMember : capabilitiesOfKey(row.ofKey ?? [], ofMember))];
  });
}
