import QuickLRU from 'quick-lru';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { defineService } from '../../../../platform/define-service.js';
import { type ExceededQuota, QuotaExceededError } from '../../../../platform/errors/quota-exceeded.js';
import {
  countQueued,
  findTree,
  type QuotaLimits,
  type QuotaRefusals,
  quotaLimits,
  quotaRefusals,
  type StartRates,
  startRates,
  storedBytes,
  type Tree,
} from '../../../accounts/quotas/index.js';
import type { NewExecution } from './new-execution.js';

/** Executions to be started together in one workspace, and what started them. */
export interface StartRequest {
  /** The statements of the caller. Only read: a transaction that stays open blocks no other start. */
  sql: Sql;
  runs: readonly NewExecution[];
  /** The execution that causes them, if one does. */
  causeId?: string | null | undefined;
}

/** The executions that the quotas admit, and the quota that the others would exceed. */
export interface AdmittedStarts {
  runs: NewExecution[];
  refused: QuotaExceededError | null;
}

/** The quotas of a workspace for starting executions. Counted in this process, so a start costs no statement more. */
export interface StartQuota {
  /** The clock by which starts are counted and delayed. */
  readonly now: () => Date;
  /**
   * For a caller that gets the error. An execution whose idempotency key is known is always admitted: it is not started.
   * @returns the execution to start
   * @throws QuotaExceededError
   */
  admit(request: Omit<StartRequest, 'runs'> & { run: NewExecution }): Promise<NewExecution>;
  /** The same for an execution that another statement starts. @throws QuotaExceededError */
  require(sql: Sql, start: Pick<NewExecution, 'workspaceId' | 'flowId' | 'idempotency'>): Promise<void>;
  /**
   * For events, schedules and steps, which nobody could answer for: beyond the limit per minute, executions are queued
   * until a minute has room.
   */
  queue(request: StartRequest): Promise<AdmittedStarts>;
}

export const startQuota = defineService<StartQuota>('start quota', ({ get, now }) => {
  const limits = get(quotaLimits);
  return new Quota({ limits, refusals: get(quotaRefusals), rates: get(startRates), now });
});

interface QuotaOptions {
  limits: QuotaLimits;
  refusals: QuotaRefusals;
  rates: StartRates;
  now: () => Date;
}

/** What is known of the use of a quota. */
interface Count {
  counted: number;
  /** Executions that this process has started since. */
  since: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** By workspace. */
type Counts = QuickLRU<string, Count>;

/** Milliseconds for which a count is used: others start executions, too. */
const countMs = { full: 1_000, below: 10_000 };

class Quota implements StartQuota {
  readonly #queues: Counts = new QuickLRU({ maxSize: 10_000 });
  readonly #storage: Counts = new QuickLRU({ maxSize: 10_000 });

  constructor(readonly options: QuotaOptions) {}

  get now(): () => Date {
    return this.options.now;
  }

  async admit({ sql, run, causeId }: Parameters<StartQuota['admit']>[0]): Promise<NewExecution> {
    const tree = await this.#treeOf(sql, run.workspaceId, causeId);
    const exceeded =
      this.#treeExcess(run.workspaceId, tree, 1) ??
      (await this.#countedExcess(sql, run.workspaceId)) ??
      this.#rateExcess(run.workspaceId);
    if (exceeded) {
      if (await isKnown(sql, run)) return run;
      throw this.#refused(run.workspaceId, exceeded);
    }
    this.#started(run.workspaceId);
    return { ...run, rootId: tree?.rootId ?? null };
  }

  async require(sql: Sql, start: Parameters<StartQuota['require']>[1]): Promise<void> {
    const { workspaceId } = start;
    const exceeded = (await this.#countedExcess(sql, workspaceId)) ?? this.#rateExcess(workspaceId);
    if (exceeded) {
      if (await isKnown(sql, start)) return;
      throw this.#refused(workspaceId, exceeded);
    }
    this.#started(workspaceId);
  }

  async queue({ sql, runs, causeId }: StartRequest): Promise<AdmittedStarts> {
    const admitted: AdmittedStarts = { runs: [], refused: null };
    const [first] = runs;
    if (!first) return admitted;
    const { workspaceId } = first;
    const tree = await this.#treeOf(sql, workspaceId, causeId);
    for (const run of runs) {
      const exceeded =
        this.#treeExcess(workspaceId, tree, admitted.runs.length + 1) ?? (await this.#countedExcess(sql, workspaceId));
      if (exceeded && !(await isKnown(sql, run))) {
        admitted.refused = this.#refused(workspaceId, exceeded);
        continue;
      }
      const limit = this.options.limits.limit(workspaceId, 'executionsStartedPerMinute');
      const wait = this.options.rates.book(workspaceId, limit);
      this.#started(workspaceId);
      const room = wait > 0 ? this.options.now().getTime() + wait : 0;
      const dueMs = Math.max(room, run.dueAt?.getTime() ?? 0);
      const dueAt = dueMs > 0 ? new Date(dueMs) : null;
      admitted.runs.push({ ...run, rootId: tree?.rootId ?? null, dueAt });
    }
    return admitted;
  }

  async #treeOf(sql: Sql, workspaceId: string, causeId: string | null | undefined): Promise<Tree | null> {
    return causeId ? findTree(sql, workspaceId, causeId) : null;
  }

  #treeExcess(workspaceId: string, tree: Tree | null, more: number): ExceededQuota | null {
    const name = 'descendantsOfRoot';
    const limit = this.options.limits.limit(workspaceId, name);
    return tree && tree.descendants + more > limit ? { name, limit } : null;
  }

  #rateExcess(workspaceId: string): ExceededQuota | null {
    const name = 'executionsStartedPerMinute';
    const limit = this.options.limits.limit(workspaceId, name);
    const wait = this.options.rates.take(workspaceId, limit);
    return wait > 0 ? { name, limit, retryAfter: Math.ceil(wait / 1_000) } : null;
  }

  async #countedExcess(sql: Sql, workspaceId: string): Promise<ExceededQuota | null> {
    return (await this.#queueExcess(sql, workspaceId)) ?? (await this.#storageExcess(sql, workspaceId));
  }

  async #queueExcess(sql: Sql, workspaceId: string): Promise<ExceededQuota | null> {
    const name = 'executionsQueued';
    const limit = this.options.limits.limit(workspaceId, name);
    const count = () => countQueued(sql, workspaceId, limit);
    return (await this.#isFull(this.#queues, workspaceId, limit, count)) ? { name, limit, retryAfter: 5 } : null;
  }

  async #storageExcess(sql: Sql, workspaceId: string): Promise<ExceededQuota | null> {
    const name = 'storageBytes';
    const limit = this.options.limits.limit(workspaceId, name);
    const count = () => storedBytes(sql, workspaceId);
    return (await this.#isFull(this.#storage, workspaceId, limit, count)) ? { name, limit } : null;
  }

  /** Counts rarely while the limit is far. A start is refused by what was counted, never by an estimate. */
  async #isFull(counts: Counts, workspaceId: string, limit: number, count: () => Promise<number>): Promise<boolean> {
    const now = this.options.now().getTime();
    let last = counts.get(workspaceId);
    const isFull = () => last !== undefined && last.counted + last.since >= limit;
    const isOutdated =
      !last || now - last.at > (isFull() ? countMs.full : countMs.below) || (isFull() && last.since > 0);
    if (isOutdated) {
      last = { counted: await count(), since: 0, at: now };
      counts.set(workspaceId, last);
    }
    return isFull();
  }

  #started(workspaceId: string): void {
    const queue = this.#queues.get(workspaceId);
    if (queue) queue.since++;
  }

  #refused(workspaceId: string, exceeded: ExceededQuota): QuotaExceededError {
    this.options.refusals.add(workspaceId, exceeded.name);
    return new QuotaExceededError(exceeded);
  }
}

/** Hot: a part of accepting a webhook. Whether the execution was started before: its key returns that one. */
async function isKnown(
  sql: Sql,
  { workspaceId, flowId, idempotency }: Parameters<StartQuota['require']>[1],
): Promise<boolean> {
  if (!idempotency) return false;
  const text = `/* known_key */ select from idempotency_keys
    where workspace_id = $1 and flow_id = $2 and key = $3 and created_at > now() - interval '24 hours'`;
  return (await sql.query(statement(text, [workspaceId, flowId, idempotency.key]))).rowCount === 1;
}
