import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  readAuditPart,
  readCheckpoints,
  readFilters,
  serverChain,
  verifyAuditLog,
} from '../../contexts/accounts/audit/index.js';
import { countOf } from '../amounts.js';
import { type Context, defineCommand, type Group, UsageError } from '../command.js';
import { openCommandDatabase, withDatabase } from '../open-database.js';
import { recordIn } from '../record-command.js';

interface VerifyOptions {
  workspace?: string;
  checkpoint?: string;
}

const verify = defineCommand<VerifyOptions>({
  name: 'audit verify',
  summary: 'Find entries of the audit log that were changed, moved, deleted or added without the server',
  notes: 'Exits with 1 if there are any. Servers may run meanwhile.',
  options: {
    '--workspace <id>': 'only the log of this workspace; "server" is the log of the server',
    '--checkpoint <file>': 'compare with an earlier output of `audit checkpoint`',
  },
  examples: ['audit verify', 'audit verify --checkpoint checkpoint.jsonl'],
  async run(context, { workspace, checkpoint: file }) {
    const workspaceId = workspace === undefined ? null : chainOf(workspace);
    const checkpoints = file === undefined ? [] : await readCheckpointFile(file);
    const verified = await withDatabase(context, (pool) => verifyAuditLog(pool, { workspaceId, checkpoints }));
    const { entries, chains, problems, problemCount } = verified;
    const more = problemCount - problems.length;
    return {
      data: verified,
      failed: problemCount > 0,
      lines: [
        ...problems.map((problem) => `${nameOf(problem.workspaceId)}: ${problem.message}`),
        ...(more > 0 ? [`… and ${more} more`] : []),
        `${countOf(entries, 'entry', 'entries')} in ${countOf(chains, 'log')} verified, ${problemCount === 0 ? 'no problems' : countOf(problemCount, 'problem')} found.`,
      ],
    };
  },
});

/** The same as `audit verify`. */
export const verifyAudit = defineCommand<VerifyOptions>({
  ...verify,
  name: 'verify-audit',
  examples: ['verify-audit'],
});

const checkpoint = defineCommand({
  name: 'audit checkpoint',
  summary: 'Print the ends of all logs as JSON Lines',
  notes: 'Keep them where the database server has no access.',
  examples: ['audit checkpoint > checkpoint.jsonl'],
  run: async (context) => ({ jsonLines: checkpointLines(context) }),
});

interface ExportOptions {
  workspace?: string;
  from?: string;
  to?: string;
  action?: string;
  outcome?: string;
}

const exportLog = defineCommand<ExportOptions>({
  name: 'audit export',
  summary: 'Print entries of the audit log as JSON Lines, oldest first',
  notes: 'The export is recorded in the log of the server.',
  options: {
    '--workspace <id>': 'the log of this workspace; defaults to the log of the server',
    '--from <time>': 'only entries since this time or date',
    '--to <time>': 'only entries until this time or date',
    '--action <name>': 'only entries of this action',
    '--outcome <outcome>': 'only entries with this outcome: done or refused',
  },
  examples: ['audit export --from 2026-11-01 > audit.jsonl'],
  async run(context, { workspace = 'server', ...filters }) {
    const workspaceId = chainOf(workspace);
    return { jsonLines: exportedLines(context, workspaceId, filters, readFilters(filters)) };
  },
});

/** Verifies and exports the audit log of all workspaces, deleted ones included. Servers may run meanwhile. */
export const audit: Group = {
  name: 'audit',
  summary: 'Verify and export the audit log of all workspaces, also of deleted ones',
  commands: [verify, checkpoint, exportLog],
};

async function* checkpointLines(context: Context): AsyncGenerator<string> {
  const ends = await withDatabase(context, (pool) => readCheckpoints(pool));
  for (const end of ends) yield JSON.stringify(end);
}

async function* exportedLines(
  context: Context,
  workspaceId: string,
  sent: Omit<ExportOptions, 'workspace'>,
  filters: ReturnType<typeof readFilters>,
): AsyncGenerator<string> {
  const { pool, close } = await openCommandDatabase(context);
  try {
    const event = { action: 'exportAuditLog', details: { workspaceId, ...sent } };
    await recordIn(pool, event);
    for (let after: string | null = '0'; after !== null; ) {
      const part = await readAuditPart(pool, workspaceId, filters, after);
      yield* part.text.split('\n').filter(Boolean);
      after = part.next ?? null;
    }
  } finally {
    await close();
  }
}

const uuid = z.uuid();

function chainOf(text: string): string {
  if (text === 'server') return serverChain;
  const id = uuid.safeParse(text.toLowerCase());
  if (id.success) return id.data;
  throw new UsageError('--workspace must be the ID of a workspace, or "server".');
}

function nameOf(workspaceId: string): string {
  return workspaceId === serverChain ? 'server' : `workspace ${workspaceId}`;
}

const Line = z.object({
  workspaceId: uuid,
  position: z.number().int().min(0),
  hash: z.string().regex(/^([0-9a-f]{64})?$/i),
});

async function readCheckpointFile(file: string) {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    try {
      return Line.parse(JSON.parse(line));
    } catch {
      throw new UsageError(`Line ${index + 1} of ${file} must be a line of \`audit checkpoint\`.`);
    }
  });
}
