import type { Sql } from '../../../../platform/database/database.js';
import { jsonOf, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { newId } from '../../../../platform/new-id.js';
import type { Vault } from '../../../../platform/vault/index.js';
import type { FlowContent } from '../content/flow-content.js';
import { createWebhookToken, hasToken } from '../create-webhook-token.js';
import type { Flow } from '../flow.entity.js';
import type { FlowVersion } from '../flow-version.entity.js';
import { flowTriggers } from './flow-trigger.entity.js';
import { triggersOf } from './triggers-of.js';

/** Flows whose graphs are in memory at once. */
const flowsAtOnce = 20;

/**
 * Stores the triggers of all flows of a workspace that was imported: none is active, and each webhook and form has a new URL.
 * @returns the number of webhooks
 */
export async function createTriggers(sql: Sql, vault: Vault, workspaceId: string): Promise<number> {
  let webhooks = 0;
  for (let after: string | null = null; ; ) {
    const flows = await readContents(sql, workspaceId, after);
    for (const { flowId, ...content } of flows) {
      for (const [position, { nodeId, type, config }] of triggersOf(content).entries()) {
        const id = newId();
        const token = hasToken(type) ? await createWebhookToken(vault, { workspaceId, id }) : null;
        if (type === 'webhook') webhooks += 1;
        await typed(sql, 'create_trigger', flowTriggers)
          .insertInto('flow_triggers')
          .values({
            workspaceId,
            id,
            flowId,
            nodeId,
            position,
            type,
            config: jsonOf(config),
            isActive: false,
            ...token,
          })
          .execute();
      }
    }
    after = flows.at(-1)?.flowId ?? null;
    if (flows.length < flowsAtOnce) return webhooks;
  }
}

type Content = Pick<FlowContent, 'nodes' | 'settings'> & { flowId: string };

async function readContents(sql: Sql, workspaceId: string, after: string | null): Promise<Content[]> {
  return typed(sql, 'contents_of_flows', tableOf<Flow>()('flows'), tableOf<FlowVersion>()('flow_versions'))
    .selectFrom('flows as f')
    .innerJoin('flow_versions as v', (on) =>
      on
        .onRef('v.workspaceId', '=', 'f.workspaceId')
        .onRef('v.flowId', '=', 'f.id')
        .onRef('v.version', '=', 'f.version'),
    )
    .select(['f.id as flowId', 'v.nodes', 'v.settings'])
    .where('f.workspaceId', '=', workspaceId)
    .$if(after !== null, (query) => query.where('f.id', '>', after as string))
    .orderBy('f.id')
    .limit(flowsAtOnce)
    .$castTo<Content>()
    .execute();
}
