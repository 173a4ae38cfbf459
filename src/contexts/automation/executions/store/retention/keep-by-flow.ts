import type { Sql } from '../../../../../platform/database/database.js';
import { anyOf, expression, tableOf, typed } from '../../../../../platform/database/typed-sql.js';
import { firstIdAt } from '../../../../../platform/new-id.js';
import { countStorageSql } from '../../../../accounts/quotas/index.js';
import type { Flow, FlowRetention } from '../../../flows/index.js';
import { executions } from '../execution.entity.js';

/** Flows read, executions examined from each end of a flow, and executions deleted by one statement. */
const atOnce = { flows: 200, examined: 500, deleted: 50 };
const dayMs = 24 * 60 * 60 * 1_000;
/** What waits for the end of an execution has read it by then. */
const settledMs = 20_000;

interface RetainedFlow {
  workspaceId: string;
  id: string;
  retention: FlowRetention;
}

type Ended = Pick<{ id: string; status: string; finishedAt: Date | string | null }, 'id' | 'status' | 'finishedAt'>;

/**
 * Deletes the executions that `settings.retention` of their flows does not keep, with their steps and values; the log of events
 * keeps its rows until its week is dropped, so that no subscriber misses any. Each pass examines the newest executions of a flow that
 * keeps not all, so that those that ended just now are deleted within a minute, and goes on with those that are old enough where the last
 * pass ended: its cost does not grow with what a flow keeps.
 */
export class FlowRetentions {
  /** The last execution of each flow that was examined. */
  readonly #positions = new Map<string, string>();

  constructor(
    readonly sql: Sql,
    readonly now: () => Date,
  ) {}

  /** One pass over all flows that have the setting. @returns the number of deleted executions */
  async pass(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (let flows = await this.#flowsAfter(); flows.length > 0; flows = await this.#flowsAfter(flows.at(-1))) {
      for (const flow of flows) {
        signal?.throwIfAborted();
        removed += await this.#keep(flow);
      }
    }
    return removed;
  }

  async #flowsAfter(after?: RetainedFlow): Promise<RetainedFlow[]> {
    const rows = await typed(this.sql, 'flows_with_retention', tableOf<Flow>()('flows'))
      .selectFrom('flows')
      .select(['workspaceId', 'id', 'settings'])
      .where(expression<boolean>`(settings -> 'retention') is not null`)
      .$if(after !== undefined, (query) =>
        query.where(expression<boolean>`(workspace_id, id) > (${after?.workspaceId}, ${after?.id})`),
      )
      .orderBy('workspaceId')
      .orderBy('id')
      .limit(atOnce.flows)
      .execute();
    return rows.flatMap(({ workspaceId, id, settings: { retention } }) =>
      retention ? [{ workspaceId, id, retention }] : [],
    );
  }

  async #keep(flow: RetainedFlow): Promise<number> {
    const keepsAll = (flow.retention.keep ?? 'all') === 'all';
    // What is kept for days is old when it is deleted.
    const newest = keepsAll ? [] : await this.#executionsOf(flow, 'desc');
    const isWhole = !keepsAll && newest.length < atOnce.examined;
    const others = isWhole ? [] : await this.#executionsOf(flow, 'asc', this.#positions.get(flow.id));
    const last = others.length < atOnce.examined ? undefined : others.at(-1);
    if (last) this.#positions.set(flow.id, last.id);
    else this.#positions.delete(flow.id);
    const ids = [...newest, ...others].filter((one) => this.#isOver(one, flow.retention)).map(({ id }) => id);
    let removed = 0;
    for (let from = 0; from < ids.length; from += atOnce.deleted)
      removed += await this.#remove(flow.workspaceId, ids.slice(from, from + atOnce.deleted));
    return removed;
  }

  #executionsOf({ workspaceId, id, retention }: RetainedFlow, order: 'asc' | 'desc', after?: string): Promise<Ended[]> {
    const { keep = 'all', days = Number.POSITIVE_INFINITY, failed = days } = retention;
    const keptMs = keep === 'all' ? Math.min(days, failed) * dayMs : 0;
    return typed(this.sql, 'retained_executions', executions)
      .selectFrom('executions')
      .select(['id', 'status', 'finishedAt'])
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', id)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .$if(keptMs > 0, (query) => query.where('id', '<', firstIdAt(this.now().getTime() - keptMs)))
      .orderBy('id', order)
      .limit(atOnce.examined)
      .execute();
  }

  #isOver({ status, finishedAt }: Ended, { keep = 'all', days, failed = days }: FlowRetention): boolean {
    if (status === 'running' || finishedAt === null) return false;
    const kept = status === 'failed' ? (keep === 'none' ? 0 : failed) : keep === 'all' ? days : 0;
    const ms = kept === undefined ? Number.POSITIVE_INFINITY : Math.max(kept * dayMs, settledMs);
    return this.now().getTime() - new Date(finishedAt).getTime() > ms;
  }

  /** Deletes ended executions that nothing waits for any more, these last: the next pass finds what a crash left. */
  async #remove(workspaceId: string, ids: readonly string[]): Promise<number> {
    const { rows } = await this.sql.query<{ id: string }>(unusedText, [workspaceId, ids]);
    const unused = rows.map(({ id }) => id);
    if (unused.length === 0) return 0;
    await this.sql.query(removeStepsText, [workspaceId, unused]);
    const { numDeletedRows } = await typed(this.sql, 'remove_retained', executions)
      .deleteFrom('executions')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', anyOf(unused))
      .where('status', '<>', 'running')
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

// A caller may still have to read the end, and events may still have to be published.
const unusedText = `/* unused_executions */ select id from unnest($2::uuid[]) as e(id)
  where not exists (select from execution_claims c where c.workspace_id = $1 and c.execution_id = e.id)
    and not exists (select from execution_failures f where f.workspace_id = $1 and f.execution_id = e.id)
    and not exists (select from execution_notices n where n.workspace_id = $1 and n.execution_id = e.id)`;

// Rows of three tables and their sizes: a blob is deleted with its last use.
const removeStepsText = `/* remove_retained_steps */
with steps as (
  delete from execution_steps where workspace_id = $1 and execution_id = any($2::uuid[])
), uses as (
  delete from blob_uses where workspace_id = $1 and execution_id = any($2::uuid[]) returning blob_id
), removed as (
  delete from blobs b where b.workspace_id = $1 and b.id in (select blob_id from uses) and not exists (
    select from blob_uses u where u.workspace_id = $1 and u.blob_id = b.id and u.execution_id <> all($2::uuid[]))
  returning b.workspace_id, b.size
)
${countStorageSql('select workspace_id, -sum(size) from removed group by workspace_id')}`;
