import { openServices } from '../../app/create-process-services.js';
import { withKeys } from '../../app/with-keys.js';
import {
  cancelForOperator,
  findForOperator,
  listForOperator,
  type OperatorExecution,
  retryForOperator,
} from '../../contexts/automation/executions/index.js';
import { createLog } from '../../platform/log.js';
import type { ServiceContext } from '../../platform/services.js';
import { type Context, columns, defineCommand, type Group, type OptionSpec, oneLine, wholeNumber } from '../command.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

const example = '0198f2b0-8a22-7b10-8d13-5c7e1f2a9b04 --workspace 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11';
const idArg = { '<execution>': 'the ID of the execution' };
const workspaceOption: Readonly<Record<string, OptionSpec>> = {
  '--workspace <id>': { description: 'the ID of the workspace', required: true },
};

interface WorkspaceOption {
  workspace: string;
}

const list = defineCommand<WorkspaceOption & { status?: string; flow?: string; limit: string }>({
  name: 'executions list',
  summary: 'List the executions of a workspace, the newest first',
  options: {
    ...workspaceOption,
    '--status <status>': {
      description: 'only executions with this status',
      choices: ['running', 'completed', 'failed', 'cancelled'],
    },
    '--flow <id>': 'only executions of this flow',
    '--limit <number>': { description: 'from 1 to 1000', default: '50' },
  },
  examples: ['executions list --workspace 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 --status failed'],
  run: (context, { workspace, status = null, flow = null, limit }) => {
    const filters = { status, flowId: flow, limit: wholeNumber('--limit', limit, 1, 1_000) };
    return withDatabase(context, async (pool) => {
      const executions = await listForOperator(pool, workspace, filters);
      const rows = executions.map((one) => [one.id, one.status, timeOf(one), one.trigger, oneLine(one.flowName, 60)]);
      return { data: { executions }, lines: rows.length > 0 ? columns(rows) : ['There are no such executions.'] };
    });
  },
});

/** Steps that one command shows. */
const stepsAtMost = 1_000;

const show = defineCommand<WorkspaceOption>({
  name: 'executions show',
  summary: 'Show an execution with its steps',
  notes: `Shows no data of the workspace: no inputs and outputs. At most ${stepsAtMost} steps.`,
  args: idArg,
  options: workspaceOption,
  examples: [`executions show ${example}`],
  run: (context, { workspace }, id = '') =>
    withDatabase(context, async (pool) => {
      const execution = await findForOperator(pool, workspace, id, stepsAtMost);
      const { flowName, flowVersion, status, error, steps } = execution;
      const rows = steps.map((step) => [
        step.status,
        step.nodeType,
        oneLine(step.name, 60),
        step.attempt,
        oneLine(step.error?.message ?? '', 120),
      ]);
      return {
        data: { execution },
        lines: [
          `${oneLine(flowName, 60)}, version ${flowVersion}: ${status}, started by ${execution.trigger} at ${timeOf(execution)}`,
          ...(error ? [`${error.code}: ${oneLine(error.message)}`] : []),
          ...columns(rows),
        ],
      };
    }),
});

const cancel = defineCommand<WorkspaceOption>({
  name: 'executions cancel',
  summary: 'Cancel a running execution, with those that it called and waits for',
  args: idArg,
  options: workspaceOption,
  examples: [`executions cancel ${example}`],
  run: (context, { workspace: workspaceId }, id = '') =>
    withDatabase(context, async (pool) => {
      await recordCommand(pool, async (sql, record) => {
        await cancelForOperator(sql, workspaceId, id);
        await record({ action: 'cancelExecution', workspaceId, targetId: id });
      });
      return { data: { id, status: 'cancelled' }, lines: [`Cancelled ${id}.`] };
    }),
});

type From = 'start' | 'failed';
type Version = 'same' | 'current';

const retry = defineCommand<WorkspaceOption & { from?: From; version?: Version }>({
  name: 'executions retry',
  summary: 'Retry an execution that has ended',
  notes: 'The new execution has the rights of the user or API key that the former one ran as. A worker drives it.',
  args: idArg,
  options: {
    ...workspaceOption,
    '--from <place>': {
      description: 'where to start; defaults to failed, or to start if the execution completed',
      choices: ['start', 'failed'],
    },
    '--version <version>': { description: 'the version of the flow; defaults to same', choices: ['same', 'current'] },
  },
  examples: [`executions retry ${example}`],
  run: (context, { workspace: workspaceId, from, version }, id = '') =>
    withServices(context, async (services) => {
      const input = { from: from ?? null, version: version ?? null };
      const executionId = await retryForOperator(services, workspaceId, id, input);
      await recordCommand(services.db.pool, (_, record) =>
        record({ action: 'retryExecution', workspaceId, targetId: id, details: { executionId } }),
      );
      return { data: { id: executionId, retryOf: id }, lines: [`Started ${executionId}.`] };
    }),
});

/** Shows, retries and cancels executions of any workspace. Servers may run meanwhile. */
export const executions: Group = {
  name: 'executions',
  summary: 'List, show, retry and cancel executions',
  commands: [list, show, retry, cancel],
};

function timeOf({ createdAt }: OperatorExecution): string {
  return new Date(createdAt).toISOString();
}

/** Runs `work` with the services of the server, on its database. Nothing is served, and no execution is driven. */
function withServices<T>(context: Context, work: (services: ServiceContext) => Promise<T>): Promise<T> {
  return withDatabase(context, async (_, config, databaseUrl) => {
    const complete = await withKeys({ ...config, databaseUrl, databaseDirectUrl: undefined });
    const { services, close } = await openServices(complete, createLog({ level: 'fatal' }));
    try {
      return await work(services);
    } finally {
      await close();
    }
  });
}
