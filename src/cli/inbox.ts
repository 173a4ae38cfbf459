// Required by the decorators of the modules.
import 'reflect-metadata';
import { Command } from 'commander';
import type pg from 'pg';
import { assignToWorkspace, discardForOperator, listForOperator } from '../contexts/engagement/channels/index.js';
import { print, withDatabase } from './open-database.js';
import { recordCommand } from './record-command.js';

/** Messages that one command shows. */
const shownAtMost = 100;

/** Shows and assigns messages to the numbers of the server that fit no workspace. */
async function main(): Promise<void> {
  const program = new Command('inbox').description('Show and assign messages that fit no workspace.');
  program
    .command('unrouted')
    .description(`show the oldest ${shownAtMost} messages to the numbers of the server that fit no workspace`)
    .action(() => withDatabase(show));
  program
    .command('assign <message> <workspace>')
    .description('move a message to the unrouted messages of a workspace, by their IDs')
    .action((message: string, workspace: string) => withDatabase((pool) => assign(pool, message, workspace)));
  program
    .command('discard <message>')
    .description('delete a message, by its ID')
    .action((message: string) => withDatabase((pool) => discard(pool, message)));
  await program.parseAsync();
}

async function show(pool: pg.Pool): Promise<void> {
  const messages = await listForOperator(pool, shownAtMost);
  if (messages.length === 0) print('There are no unrouted messages.');
  for (const { id, channel, sender, recipient, body, receivedAt } of messages) {
    const time = new Date(receivedAt).toISOString();
    // A text from outside must not control the terminal.
    const text = body.replace(/\p{C}+/gu, ' ').slice(0, 200);
    print([id, time, channel, `${sender} → ${recipient ?? 'unknown'}`, text].join('  '));
  }
}

async function assign(pool: pg.Pool, message: string, workspace: string): Promise<void> {
  await recordCommand(pool, async (sql, record) => {
    if (!(await assignToWorkspace(sql, message, workspace))) {
      throw new Error(`Message ${message} or workspace ${workspace} not found. Give their IDs.`);
    }
    await record({ action: 'assignUnroutedMessage', workspaceId: workspace, targetId: message });
  });
  print(`Assigned ${message} to ${workspace}.`);
}

async function discard(pool: pg.Pool, message: string): Promise<void> {
  await recordCommand(pool, async (sql, record) => {
    if (!(await discardForOperator(sql, message))) throw new Error(`Message ${message} not found. Give its ID.`);
    await record({ action: 'discardUnroutedMessage', targetId: message });
  });
  print(`Discarded ${message}.`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
