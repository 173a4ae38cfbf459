import { readFileSync } from 'node:fs';

/** A list that grows with the work and the customers of a workspace. */
export interface GrowingList {
  /** Behind `/workspaces/{workspaceId}/`. */
  path: string;
  table: string;
  sortKeys: string[];
  filters: Filter[];
}

export interface Filter {
  name: string;
  /** The values that the API accepts, if they are an enum. */
  values: string[] | null;
  /** The value of a row `r`, from which frequent and rare ones are chosen. */
  expression: string;
}

/** The table of each list; `tests/api/list-plans.test.ts` knows all lists that grow. */
const tables: Record<string, string> = {
  contacts: 'contacts',
  opportunities: 'opportunities',
  conversations: 'conversations',
  'conversations/{conversationId}/messages': 'messages',
  'calendar-events': 'calendar_events',
  'voice-calls': 'voice_calls',
  'agent-sessions': 'agent_sessions',
  outbox: 'outbox_messages',
  'inbox/unrouted': 'unrouted_messages',
  'audit-log': 'audit_log',
  flows: 'flows',
  'flows/executions': 'executions',
  'flows/{flowId}/executions': 'executions',
  'flows/{flowId}/versions': 'flow_versions',
  'usage/events': 'usage_events',
  'campaigns/{campaignId}/recipients': 'campaign_recipients',
  'follow-up/sequences/{followUpSequenceId}/enrollments': 'follow_up_enrollments',
  'webhooks/{webhookId}/deliveries': 'webhook_deliveries',
};

/** Filters that are not a column of their name. */
const expressions: Record<string, string> = {
  'flows.status': `case when r.is_active then 'active' else 'paused' end`,
  'executions.errorCode': `r.error ->> 'code'`,
  'executions.nodeId': `r.error ->> 'nodeId'`,
  'executions.phase': `case when r.status = 'running' then 'active' else 'done' end`,
  'usage_events.scope': `'workspace'`,
};

interface Parameter {
  name: string;
  in: string;
  schema: { enum?: string[]; type?: string; $ref?: string };
}

/** The document of the API that belongs to this build. */
const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, { get?: { parameters?: (Parameter & { $ref?: string })[] } }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, { enum?: string[] }> };
};

const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? '';
const valuesOf = ({ schema }: Parameter) =>
  schema.enum ?? (schema.$ref ? components.schemas[nameOf(schema.$ref)]?.enum : null) ?? null;

/** `search` is measured by bench/search. */
const noFilters = new Set(['filter', 'ids', 'sortBy', 'sortOrder', 'page', 'limit', 'cursor', 'search', 'from', 'to']);

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The growing lists with their sort keys and filters, as the OpenAPI document has them. @throws Error for an unknown path */
export function growingLists(): GrowingList[] {
  return Object.entries(tables).map(([path, table]) => {
    const get = paths[`/workspaces/{workspaceId}/${path}`]?.get;
    if (!get) throw new Error(`The OpenAPI document has no list ${path}.`);
    const parameters = (get.parameters ?? []).map((one) =>
      one.$ref ? (components.parameters[nameOf(one.$ref)] as Parameter) : one,
    );
    const query = parameters.filter((one) => one.in === 'query');
    const sortBy = query.find(({ name }) => name === 'sortBy');
    const filters = query
      .filter(({ name }) => !noFilters.has(name))
      .map((one): Filter => {
        const column = one.name === 'tag' ? 'unnest(r.tags)' : `r.${snakeCase(one.name)}`;
        return { name: one.name, values: valuesOf(one), expression: expressions[`${table}.${one.name}`] ?? column };
      });
    return { path, table, sortKeys: (sortBy && valuesOf(sortBy)) ?? [], filters };
  });
}
