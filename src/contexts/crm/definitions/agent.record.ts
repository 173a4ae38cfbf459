import type { Sql } from '../../../platform/database/database.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import {
  decimal,
  defineRecord,
  each,
  flag,
  initially,
  longText,
  many,
  one,
  type RowOf,
  ref,
  refs,
  required,
  text,
} from '../../../platform/records/index.js';

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  prompt: longText(50_000, { description: 'What the assistant is told to be' }),
  model: text(200, { description: "The provider's default when left out" }),
  temperature: decimal(0, 2),
  tools: initially(
    [],
    refs(50, { table: 'flows', what: 'flow' }, { description: 'Flows with the trigger ai_tool that it may use' }),
  ),
  companyContextId: ref('company_contexts', 'company context', { filtered: true }),
  isActive: initially(true, flag({ filtered: true })),
};

export type Agent = RowOf<typeof fields>;

export const agents = defineRecord({
  name: 'Agent',
  plural: 'Agents',
  description: 'An assistant: a language model with a task and tools',
  table: 'agents',
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
  check: (sql, _scope, wanted, before) => toolViolations(sql, wanted, before),
});

/** Only flows that take a tool's call can be tools. */
async function toolViolations(sql: Sql, { workspaceId, tools }: Agent, before: Agent | null): Promise<ErrorDetail[]> {
  const added = tools.filter((id) => !before?.tools.includes(id));
  if (added.length === 0) return [];
  const { rows } = await sql.query<{ id: string; name: string }>(
    `/* flows_that_are_no_tools */ select id, name from flows
     where workspace_id = $1 and id = any($2::uuid[]) and trigger_type <> 'ai_tool'`,
    [workspaceId, added],
  );
  return rows.map(({ id, name }) => ({
    field: 'tools',
    message: `The flow ${name} (${id}) cannot be a tool: its trigger is not ai_tool.`,
  }));
}
