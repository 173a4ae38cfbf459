import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { cascade } from '../../../platform/database/mapping/foreign-keys.js';
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
  text,
  time,
} from '../../../platform/records/index.js';
import { AgentToolCall } from './agent-tool-call.object.js';

const toolCalls = objects<AgentToolCall>({
  type: () => AgentToolCall,
  inputType: () => AgentToolCall,
  subfields: ['id', 'name', 'flowId', 'executionId', 'arguments', 'status', 'result', 'at'],
  rules: [],
});

const fields = {
  agentId: readOnly(required(ref('agents', 'agent', { filtered: true }))),
  conversationId: readOnly(looseId({ filtered: true, description: 'In which it answers' })),
  executionId: readOnly(looseId({ filtered: true, description: 'Whose node ai.agent asks it' })),
  status: readOnly(
    initially('running', oneOf(['running', 'completed', 'handed_off', 'failed'], { sorted: true, filtered: true })),
  ),
  input: readOnly(required(longText(200_000, { description: 'What it was asked' }))),
  output: readOnly(longText(200_000, { description: 'What it said; of one handed off, why' })),
  error: readOnly(text(2_000)),
  turns: readOnly(initially(0, integer(0, 50, { sorted: true, description: 'How often it thought' }))),
  toolCalls: readOnly(initially([], toolCalls)),
  endedAt: readOnly(time({ sorted: true })),
};

export type AgentSession = RowOf<typeof fields>;

export const agentSessions = defineRecord({
  name: 'AgentSession',
  plural: 'AgentSessions',
  description: 'What an assistant was asked, what it did for it, and what it said',
  table: 'agent_sessions',
  capability: 'agents',
  operations: ['list', 'find'],
  fields,
  columns: {
    ...claimColumns(),
    dueAt: column.time().nullable(),
    key: column.text(),
    stepId: column.uuid().nullable(),
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
