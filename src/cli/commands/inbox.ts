import { assignToWorkspace, discardForOperator, listForOperator } from '../../contexts/engagement/channels/index.js';
import { defineCommand, type Group, oneLine } from '../command.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

/** Messages that one command shows. */
const shownAtMost = 100;

const unrouted = defineCommand({
  name: 'inbox unrouted',
  summary: `List the oldest ${shownAtMost} messages to the numbers of the server that fit no workspace`,
  examples: ['inbox unrouted'],
  run: (context) =>
    withDatabase(context, async (pool) => {
      const messages = await listForOperator(pool, shownAtMost);
      const lines = messages.map(({ id, channel, sender, recipient, body, receivedAt }) => {
        const time = new Date(receivedAt).toISOString();
        return [id, time, channel, `${sender} → ${recipient ?? 'unknown'}`, oneLine(body)].join('  ');
      });
      return { data: { messages }, lines: lines.length > 0 ? lines : ['There are no unrouted messages.'] };
    }),
});

const assign = defineCommand({
  name: 'inbox assign',
  summary: 'Move a message to the unrouted messages of a workspace',
  args: { '<message>': 'the ID of the message', '<workspace>': 'the ID of the workspace' },
  examples: ['inbox assign 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 0198f2b0-8a22-7b10-8d13-5c7e1f2a9b04'],
  run: (context, _, messageId = '', workspaceId = '') =>
    withDatabase(context, async (pool) => {
      await recordCommand(pool, async (sql, record) => {
        if (!(await assignToWorkspace(sql, messageId, workspaceId))) {
          throw new Error(`Message ${messageId} or workspace ${workspaceId} not found. Give their IDs.`);
        }
        await record({ action: 'assignUnroutedMessage', workspaceId, targetId: messageId });
      });
      return { data: { messageId, workspaceId }, lines: [`Assigned ${messageId} to ${workspaceId}.`] };
    }),
});

const discard = defineCommand({
  name: 'inbox discard',
  summary: 'Delete a message that fits no workspace',
  args: { '<message>': 'the ID of the message' },
  examples: ['inbox discard 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11'],
  run: (context, _, messageId = '') =>
    withDatabase(context, async (pool) => {
      await recordCommand(pool, async (sql, record) => {
        if (!(await discardForOperator(sql, messageId))) {
          throw new Error(`Message ${messageId} not found. Give its ID.`);
        }
        await record({ action: 'discardUnroutedMessage', targetId: messageId });
      });
      return { data: { messageId }, lines: [`Discarded ${messageId}.`] };
    }),
});

/** Shows and assigns messages to the numbers of the server that fit no workspace. */
export const inbox: Group = {
  name: 'inbox',
  summary: 'List and assign messages that fit no workspace',
  commands: [unrouted, assign, discard],
};
