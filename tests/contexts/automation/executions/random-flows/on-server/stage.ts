import type { TestApp } from '../../../../../support/app.js';
import { trigger } from '../../../../../support/run.js';
import type { Owner } from '../../../../../support/seed.js';
import { waitFor } from '../../../../../support/wait-for.js';
import { flatten } from '../flatten.js';
import { type Block, calledBy, type Item, itemsOf } from '../flow-model.js';
import { interpret } from '../interpret.js';
import { startCalledServer } from './called-server.js';
import { readTrees } from './read-tree.js';
import { makeRecords, readRecords } from './records.js';
import { replyToWaits } from './replies.js';
import { type Outside, verify } from './verify.js';

/** Where random flows run: a workspace with records, the server that they call, and those who answer their waits. */
export interface Stage {
  /** Runs each flow once, all at the same time. @returns what is wrong with each one, in words */
  play(flows: readonly Block[], timeoutMs?: number): Promise<string[][]>;
  stop(): Promise<void>;
}

/** @param interruptions how often the work of an execution was interrupted at most */
export async function openStage(app: TestApp, interruptions: Outside['interruptions']): Promise<Stage> {
  const { pool } = app.services.db;
  const owner = await app.seed.owner();
  const triggerData = { index: 0, records: await makeRecords(app, owner) };
  const created = new CreatedFlows();
  const server = await startCalledServer(pool, (number, nodeId) => created.byNumber[number]?.get(nodeId));
  const replies = replyToWaits(app, owner, (flowId, nodeId) => created.byId.get(flowId)?.get(nodeId));

  async function outside(): Promise<Outside> {
    const { calls, wrong } = server;
    const callerOf = (flowId: string) => created.callers.get(flowId);
    return { calls, wrong, records: await readRecords(pool, owner.workspaceId), interruptions, callerOf };
  }

  return {
    async play(flows, timeoutMs = 60_000) {
      const ids: string[] = [];
      for (const flow of flows) {
        const flowId = await created.create(app, owner, flow, server.url);
        ids.push(await trigger(app, owner, flowId, { triggerData }));
      }
      // Those that do not end are reported one by one.
      await waitFor(() => haveEnded(app, owner), { timeoutMs, everyMs: 50 }).catch(() => undefined);
      const seen = await readTrees(pool, owner.workspaceId, ids);
      const happened = await outside();
      return flows.map((flow, index) => {
        const execution = seen.get(ids[index] as string);
        return execution ? verify(execution, interpret(flow), happened) : ['the execution was lost'];
      });
    },
    async stop() {
      await replies.stop();
      server.close();
    },
  };
}

/** The flows of a stage, and what they consist of. */
class CreatedFlows {
  /** The nodes of a flow and of those that it calls, by ID. */
  readonly byNumber: Map<string, Item>[] = [];
  readonly byId = new Map<string, Map<string, Item>>();
  /** The nodes that call a flow, by the ID of the flow. */
  readonly callers = new Map<string, string>();

  /** Creates and activates a flow, after those that it calls. */
  async create(app: TestApp, owner: Owner, flow: Block, url: string): Promise<string> {
    const items = new Map<string, Item>();
    const number = this.byNumber.push(items) - 1;
    return this.#create(app, owner, flow, items, `${url}/${number}`);
  }

  async #create(app: TestApp, owner: Owner, flow: Block, items: Map<string, Item>, url: string): Promise<string> {
    const flowIds = new Map<string, string>();
    for (const item of itemsOf(flow)) {
      items.set(item.id, item);
      const called = calledBy(item);
      if (!called) continue;
      const flowId = await this.#create(app, owner, called, items, url);
      flowIds.set(item.id, flowId);
      this.callers.set(flowId, item.id);
    }
    const graph = flatten(flow, { calledFlow: ({ id }) => flowIds.get(id) as string, url });
    const settings = { triggerType: 'manual', maxConcurrent: 1000 };
    const { id } = await app.seed.flow(owner, { ...graph, settings });
    this.byId.set(id, items);
    return id;
  }
}

async function haveEnded({ services }: TestApp, { workspaceId }: Owner): Promise<boolean> {
  const { rows } = await services.db.pool.query<{ running: boolean }>(
    `/* are_running */ select exists (select from executions where workspace_id = $1 and status = 'running') as running`,
    [workspaceId],
  );
  return rows[0]?.running === false;
}
