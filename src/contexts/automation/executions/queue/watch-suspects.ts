import type { Logger } from 'pino';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { counter } from '../../../../platform/metrics/index.js';
import { type Repeated, repeat } from '../../../../platform/slots/repeat.js';
import { workerLeases } from '../../../../platform/work/worker.entity.js';
import { convictSql, findSuspectSql } from '../store/claim-executions.sql.js';

/** What a process that drives suspects reports once a second, and whenever it begins or ends with one. */
export interface SuspectReport {
  workerId: string;
  /** The execution that it drives. */
  executionId: string | null;
}

const suspectsEnded = counter(
  'suspect_processes_total',
  'Processes that drove suspect executions alone, by outcome: `ended`, or `crashed`.',
  ['outcome'],
  [{ outcome: 'ended' }, { outcome: 'crashed' }],
);

/** A process that drives suspects, one at a time. */
export interface SuspectProcess {
  /** Resolves at its end: false if it crashed or was killed. */
  ended: Promise<boolean>;
  /** Asks it to release its execution and to end. */
  stop(): void;
  kill(): void;
}

/** Starts a process that drives suspects until there are none. */
export type StartSuspectProcess = (onReport: (report: SuspectReport) => void) => SuspectProcess;

export interface WatchSuspectsOptions {
  sql: Sql;
  log: Logger;
  startProcess: StartSuspectProcess;
}

/** Seconds without a report after which a process for suspects is killed. */
export const silenceSeconds = 15;
const ms = { look: 1_000, silence: silenceSeconds * 1_000, stop: 2_500 };
/** Processes for suspects at the same time: another one is started if all of them drive one and there are more. */
const processesAtMost = 4;

/**
 * Looks for executions whose workers died repeatedly, and has each of them driven alone by a process of its own. An
 * execution that was driven when its process died is convicted: nothing else ran there. A process that dies because the
 * whole server is killed, or because it is stopped from here, convicts no execution.
 */
export function watchSuspects({ sql, log, startProcess }: WatchSuspectsOptions): Repeated {
  const running = new Map<SuspectDriving, Promise<void>>();
  let stopping = false;

  function start(): void {
    const own = new SuspectDriving(startProcess);
    const done = own.ended
      .then((inOrder) => {
        suspectsEnded.inc({ outcome: inOrder || stopping ? 'ended' : 'crashed' });
        return inOrder || stopping ? undefined : convict(own.report);
      })
      .catch((error: Error) => log.warn({ err: error }, 'driving suspect executions failed; retrying'))
      .finally(() => running.delete(own));
    running.set(own, done);
  }

  async function convict(report: SuspectReport | null): Promise<void> {
    if (!report?.executionId) return log.warn('the process for suspect executions ended before it drove one');
    const { rowCount } = await sql.query(convictSql, [report.executionId, report.workerId]);
    await typed(sql, 'end_lease', workerLeases).deleteFrom('workers').where('id', '=', report.workerId).execute();
    if (rowCount)
      log.error({ executionId: report.executionId }, 'an execution killed the process in which it ran alone');
  }

  async function look(): Promise<void> {
    if (running.size >= processesAtMost || [...running.keys()].some(({ report }) => !report?.executionId)) return;
    const { rows } = await sql.query<{ found: boolean }>({ name: 'find_suspect', text: findSuspectSql });
    if (rows[0]?.found && !stopping) start();
  }

  const looking = repeat(ms.look, look, (error) => log.warn({ err: error }, 'looking for suspects failed; retrying'));
  return {
    async stop() {
      stopping = true;
      for (const own of running.keys()) own.process.stop();
      const patience = setTimeout(() => {
        for (const own of running.keys()) own.process.kill();
      }, ms.stop);
      await Promise.all([looking.stop(), ...running.values()]);
      clearTimeout(patience);
    },
  };
}

/** A process that drives suspects, with its last report. */
class SuspectDriving {
  readonly process: SuspectProcess;
  readonly ended: Promise<boolean>;
  report: SuspectReport | null = null;
  #silent: NodeJS.Timeout | undefined;

  constructor(startProcess: StartSuspectProcess) {
    this.process = startProcess((report) => this.#received(report));
    this.ended = this.process.ended.finally(() => clearTimeout(this.#silent));
  }

  /** A process that reports nothing is killed: its event loop is blocked. Its lease lasts longer. */
  #received(report: SuspectReport): void {
    this.report = report;
    clearTimeout(this.#silent);
    this.#silent = setTimeout(() => this.process.kill(), ms.silence);
  }
}
