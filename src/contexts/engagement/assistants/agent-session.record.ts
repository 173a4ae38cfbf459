import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { cascade } from '../../../platform/database/mapping/foreign-keys.js';
import type { ChatMessage } from '../../../platform/providers/converse.js';
import {
  defineRecord,
  initially,
  integer,
  longText,
  looseId,
  objects,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  searchSourceOf,
  text,
  time,
} from '../../../platform/records/index.js';
import type { SearchSource } from '../../../platform/search/index.js';
import { AgentToolCall } from './agent-tool-call.object.js';

const toolCalls = objects<AgentToolCall>(
  {
    type: () => AgentToolCall,
    inputType: () => AgentToolCall,
    subfields: ['id: key', 'name', 'flowId', 'executionId', 'arguments', 'status', 'result', 'at'],
    rules: [],
  },
  { description: 'The tool calls, in order.' },
);

const fields = {
  agentId: readOnly(required(ref('agents', 'agent', { filtered: true, description: 'The assistant of the session.' }))),
  conversationId: readOnly(looseId({ filtered: true, description: 'The conversation that it answers in.' })),
  executionId: readOnly(looseId({ filtered: true, description: 'The execution whose node ai.agent started it.' })),
  status: readOnly(
    initially(
      'running',
      oneOf(
        {
          running: 'The assistant is answering.',
          completed: 'The assistant has answered.',
          handed_off: 'A member of the team took over.',
          failed: 'The assistant could not answer.',
        },
        {
          sorted: true,
          filtered: true,
          description: 'The status of the session; handed_off if a member of the team took over.',
        },
      ),
    ),
  ),
  input: readOnly(
    required(longText(200_000, { searched: true, description: 'The message or task that it was started with.' })),
  ),
  output: readOnly(
    longText(200_000, { searched: true, description: 'The answer of the assistant; for handed_off, the reason.' }),
  ),
  error: readOnly(text(2_000, { description: 'Why it failed: code and message.' })),
  turns: readOnly(initially(0, integer(0, 50, { sorted: true, description: 'The number of model calls.' }))),
  toolCalls: readOnly(initially([], toolCalls)),
  endedAt: readOnly(time({ sorted: true, description: 'When it was completed, handed off or failed.' })),
};

export type AgentSession = RowOf<typeof fields>;

/** A session with the columns that only statements read and write. */
export interface SessionRow extends AgentSession {
  dueAt: Date | null;
  messages: ChatMessage[] | null;
  again: boolean;
  tries: number;
  workerId: string | null;
  fence: number;
}

export const agentSessions = defineRecord({
  name: 'AgentSession',
  plural: 'AgentSessions',
  description: 'One task of an assistant: its input, tool calls and answer.',
  table: 'agent_sessions',
  indexes: {
    any: ['agentId', 'createdAt', 'endedAt', 'status', 'turns', 'updatedAt'],
    present: ['conversationId', 'executionId'],
  },
  routes: {
    list: 'GET /agent-sessions',
    find: 'GET /agent-sessions/:agentSessionId',
  },
  capability: 'agents',
  fields,
  columns: {
    ...claimColumns(),
    dueAt: column.time().nullable(),
    key: column.text(),
    stepId: column.uuid().nullable(),
    stepAttempt: column.integer().nullable(),
    chain: column.json().nullable(),
    maxTurns: column.integer(),
    messages: column.json().nullable(),
    again: column.boolean().default(false),
    tries: column.integer().default(0),
  },
  foreignKeys: { conversationId: cascade('conversations') },
  relations: {
    agent: one('agentId', 'Agent'),
    conversation: one('conversationId', 'Conversation'),
    execution: one('executionId', 'Execution'),
  },
});

/** The searched columns of sessions. */
export const searchedSessions = searchSourceOf(agentSessions) as SearchSource;
