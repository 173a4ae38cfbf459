import type { Sql } from '../../../platform/database/database.js';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import {
  decimal,
  defineRecord,
  each,
  flag,
  initially,
  line,
  longText,
  many,
  one,
  type RowOf,
  ref,
  required,
  startsFlows,
  text,
} from '../../../platform/records/index.js';

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  prompt: longText(50_000, { description: 'The system prompt of the assistant.' }),
  model: text(200, { description: "The language model. Defaults to the one that the server's provider is set to." }),
  temperature: decimal(0, 2, { description: 'The sampling temperature: lower values give more predictable answers.' }),
  tools: initially(
    [],
    startsFlows(50, { description: 'The flows with the trigger `ai_tool` that the assistant can call.' }),
  ),
  companyContextId: ref('company_contexts', 'company context', {
    filtered: true,
    description: 'The company context that the assistant uses.',
  }),
  isActive: initially(true, flag({ filtered: true, description: 'Whether the assistant answers.' })),
};

export type Agent = RowOf<typeof fields>;

export const agents = defineRecord({
  name: 'Agent',
  plural: 'Agents',
  description: 'An assistant: a language model with a prompt and tools.',
  table: 'agents',
  indexes: { any: ['createdAt'], present: ['companyContextId'] },
  routes: {
    list: 'GET /agents',
    create: 'POST /agents',
    find: 'GET /agents/:agentId',
    update: 'PATCH /agents/:agentId',
    delete: 'DELETE /agents/:agentId',
  },
  examples: {
    create: { name: 'Support', prompt: 'Answer questions about orders. Be brief and kind.', temperature: 0.3 },
    update: { temperature: 0.5 },
  },
  capability: 'agents',
  fields,
  hit: { order: 40, subtitle: 'r.model' },
  relations: {
    companyContext: one('companyContextId', 'CompanyContext'),
    toolFlows: each('tools', 'Flow'),
    conversations: many('Conversation', 'agentId'),
    sessions: many('AgentSession', 'agentId'),
    followUpSequences: many('FollowUpSequence', 'agentId'),
  },
  heldBy: { follow_up_sequences_agent_fkey: 'a follow-up sequence' },
  rules: ['REFERENCE_UNSUITABLE'],
  check: (sql, _scope, agent, before) => toolViolations(sql, agent, before),
});

const flows = tableOf<Record<'workspaceId' | 'id' | 'name', string>>()('flows');
const flowTriggers = tableOf<Record<'workspaceId' | 'flowId' | 'type', string>>()('flow_triggers');

/** Only flows with the trigger `ai_tool` can be tools. */
async function toolViolations(sql: Sql, { workspaceId, tools }: Agent, before: Agent | null): Promise<ErrorDetail[]> {
  const added = tools.filter((id) => !before?.tools.includes(id));
  if (added.length === 0) return [];
  const rows = await typed(sql, 'flows_without_tool_trigger', flows, flowTriggers)
    .selectFrom('flows as f')
    .select(['f.id', 'f.name'])
    .where('f.workspaceId', '=', workspaceId)
    .where('f.id', '=', anyOf(added))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('flow_triggers as t')
            .whereRef('t.workspaceId', '=', 'f.workspaceId')
            .whereRef('t.flowId', '=', 'f.id')
            .where('t.type', '=', 'ai_tool'),
        ),
      ),
    )
    .execute();
  return rows.map(({ id, name }) => ({
    field: 'tools',
    rule: 'REFERENCE_UNSUITABLE',
    message: `tools must contain only flows with the trigger ai_tool; the flow ${name} (${id}) has none.`,
  }));
}
