import { createBenchFlow } from '../../harness/client.js';
import type { Attacker } from '../attacker.js';

/** A node of a flow. */
export const node = (id: string, type: string, data: object = {}) => ({ id, type, position: { x: 0, y: 0 }, data });
/** An edge from one node to another. */
export const edge = (source: string, target: string, handles: object = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...handles,
});

/** Creates a flow of the attacker. @returns the path of its webhook, and its ID */
export async function create(attacker: Attacker, flow: object): Promise<{ id: string; path: string }> {
  const { tenant } = attacker.target;
  const graphql = async <T>(query: string, variables?: object) =>
    JSON.parse(await attacker.graphql(query, variables)).data as T;
  const { id, webhookUrl } = await createBenchFlow({ ...tenant, graphql }, flow as Record<string, unknown>);
  const { pathname, search } = new URL(webhookUrl ?? '');
  return { id, path: pathname + search };
}
