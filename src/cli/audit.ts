// Required by the decorators of the modules.
import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type pg from 'pg';
import { z } from 'zod';
import {
  appendAudit,
  auditEntry,
  operator,
  readAuditPart,
  readCheckpoints,
  requireFilters,
  serverChain,
  verifyAuditLog,
} from '../contexts/accounts/audit/index.js';
import { print, withDatabase } from './open-database.js';

/** Verifies and exports the audit log of all workspaces, deleted ones included. Servers may run meanwhile. */
async function main(): Promise<void> {
  const program = new Command('audit').description(
    'Verify and export the audit log of all workspaces, also of deleted ones.',
  );
  program
    .command('verify')
    .description(
      'find entries that were changed, moved, deleted or added without the server; exits with 1 if there are any',
    )
    .option('--workspace <id>', 'only the log of this workspace; "server" is the log of the server')
    .option('--checkpoint <file>', 'compare with an earlier output of `checkpoint`')
    .action((options: VerifyOptions) => withDatabase((pool) => verify(pool, options)));
  program
    .command('checkpoint')
    .description('print the ends of all logs as JSON Lines; keep them where the database server has no access')
    .action(() => withDatabase(checkpoint));
  program
    .command('export')
    .description('print entries as JSON Lines, oldest first; the export is recorded in the log of the server')
    .option('--workspace <id>', 'the log of this workspace; defaults to the log of the server')
    .option('--from <time>', 'only entries since this time or date')
    .option('--to <time>', 'only entries until this time or date')
    .option('--action <name>', 'only entries of this action')
    .option('--outcome <outcome>', 'only entries with this outcome: done or refused')
    .action((options: ExportOptions) => withDatabase((pool) => exportLog(pool, options)));
  await program.parseAsync();
}

interface VerifyOptions {
  workspace?: string;
  checkpoint?: string;
}

async function verify(pool: pg.Pool, { workspace, checkpoint: file }: VerifyOptions): Promise<void> {
  const workspaceId = workspace === undefined ? null : chainOf(workspace);
  const checkpoints = file === undefined ? [] : await readCheckpointFile(file);
  const { entries, chains, problems, problemCount } = await verifyAuditLog(pool, { workspaceId, checkpoints });
  for (const problem of problems) print(`${nameOf(problem.workspaceId)}: ${problem.message}`);
  if (problemCount > problems.length) print(`… and ${problemCount - problems.length} more`);
  print(`${entries} entries in ${chains} logs verified, ${problemCount === 0 ? 'no' : problemCount} problems found.`);
  if (problemCount > 0) process.exitCode = 1;
}

async function checkpoint(pool: pg.Pool): Promise<void> {
  for (const end of await readCheckpoints(pool)) print(JSON.stringify(end));
}

interface ExportOptions {
  workspace?: string;
  from?: string;
  to?: string;
  action?: string;
  outcome?: string;
}

async function exportLog(pool: pg.Pool, { workspace = 'server', ...filters }: ExportOptions): Promise<void> {
  const workspaceId = chainOf(workspace);
  requireFilters(filters);
  const event = { workspaceId: serverChain, action: 'exportAuditLog', details: { workspaceId, ...filters } };
  await appendAudit(pool, [auditEntry(operator, event, null, new Date())]);
  for (let after: string | null = '0'; after !== null; ) {
    const part = await readAuditPart(pool, workspaceId, filters, after);
    if (!process.stdout.write(part.text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
    after = part.next ?? null;
  }
}

const uuid = z.uuid();

function chainOf(text: string): string {
  if (text === 'server') return serverChain;
  const id = uuid.safeParse(text.toLowerCase());
  if (id.success) return id.data;
  throw new Error('--workspace must be the ID of a workspace, or "server".');
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
      throw new Error(`Line ${index + 1} of ${file} must be a line of \`npm run audit -- checkpoint\`.`);
    }
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
