import DataLoader from 'dataloader';
import { listMemberships } from '../../contexts/accounts/members/index.js';
import { findLiveUser } from '../../contexts/accounts/users/index.js';
import { statement } from '../../platform/database/statement.js';
import { type GraphContext, isUuid } from '../../platform/graphql/context.js';
import type { NodeKey, NodeSource } from '../../platform/graphql/nodes/node-source.js';

/** A row that has a requested ID, in a workspace of the caller. */
export interface NodePlace {
  source: NodeSource;
  workspaceId: string;
  key: NodeKey;
}

type Locator = DataLoader<string, NodePlace[]>;

/** Finds where the records with given IDs are, in the workspaces of the caller; all IDs of a request by one statement. */
export function createNodeLocator(sources: readonly NodeSource[]): (context: GraphContext) => Locator {
  const locators = new WeakMap<GraphContext, Locator>();
  return (context) => {
    const locator =
      locators.get(context) ??
      new DataLoader((ids: readonly string[]) => locate(sources, context, ids), { cache: false });
    locators.set(context, locator);
    return locator;
  };
}

async function locate(
  sources: readonly NodeSource[],
  context: GraphContext,
  ids: readonly string[],
): Promise<NodePlace[][]> {
  const workspaceIds = await workspacesOf(context);
  const keys = ids.map(readKey);
  const wanted = new Map(
    sources.map((source) => [source, keys.filter((key) => key?.prefix === source.prefix).map((key) => key?.id)]),
  );
  const asked = [...wanted].filter(([, found]) => found.length > 0);
  if (asked.length === 0) return ids.map(() => []);
  const values: unknown[] = [workspaceIds];
  // Tables come from the declarations of modules, never from a request; of several at once, so not typed.
  const parts = asked.map(
    ([source, found]) => `select ${sources.indexOf(source)} as source, n.workspace_id as "workspaceId", n.id
      from ${source.table} n where n.workspace_id = any($1::uuid[]) and n.id = any($${values.push(found)}::uuid[])`,
  );
  const text = `/* locate_nodes */ ${parts.join(' union all ')}`;
  const { rows } = await context.services.db.pool.query<{ source: number; workspaceId: string; id: string }>(
    statement(text, values),
  );
  return keys.map((key) =>
    rows
      .filter((row) => key && row.id === key.id && sources[row.source]?.prefix === key.prefix)
      .map((row) => ({ source: sources[row.source] as NodeSource, workspaceId: row.workspaceId, key: key as NodeKey })),
  );
}

/** `ID` or `prefix:ID:rest`; null for another text. */
function readKey(text: string): (NodeKey & { prefix: string | undefined }) | null {
  const parts = text.split(':');
  const [prefix, id = '', rest = null] = parts.length === 1 ? [undefined, text] : parts;
  return isUuid(id) && parts.length <= 3 ? { prefix, id: id.toLowerCase(), rest } : null;
}

/** @throws AppError INVALID_TOKEN for a credential that has ended, also where no record has the ID */
async function workspacesOf(context: GraphContext): Promise<string[]> {
  const principal = context.principal();
  const { id } = await findLiveUser(context.services, principal);
  if (principal.kind === 'apiKey') return [principal.workspaceId];
  return (await listMemberships(context.services.db.pool, id)).map((membership) => membership.id);
}
