import { type GrowingList, snakeCase } from './growing-lists.js';

export interface Column {
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  /** The values of its check, if it has one. */
  values: string[] | null;
  isUnique: boolean;
}

/** What a list knows about a column of its table: whether it is shown in an order or found by, and its values. */
export interface ColumnUse {
  isSorted: boolean;
  isFiltered: boolean;
  values: string[] | null;
}

export function useOf(lists: readonly GrowingList[], table: string, column: string): ColumnUse {
  const own = lists.filter((list) => list.table === table);
  const filters = own.flatMap((list) => list.filters.filter(({ expression }) => expression.includes(`r.${column}`)));
  return {
    isSorted: own.some(({ sortKeys }) => sortKeys.some((key) => snakeCase(key) === column)),
    isFiltered: filters.length > 0,
    values: filters.find(({ name }) => snakeCase(name) === column)?.values ?? null,
  };
}

/** A row in so many has the rare value of a filter. */
const rareOf = 9_973;

/** How many different parents the rows of a table have; a few of them have most rows. */
const parents: Record<string, (rows: number) => number> = {
  contact_id: (rows) => rows,
  conversation_id: (rows) => Math.ceil(rows / 10),
  execution_id: (rows) => rows,
  flow_id: () => 200,
  target_id: (rows) => rows,
};
const fewParents = 20;

/** Texts of which there are about as many as rows in fifty. */
const manyTexts = new Set(['company', 'sender', 'phone']);

const flowSettings = `'{"triggerType":"manual","triggerConfig":{},"timeout":300,"maxConcurrent":10}'`;

/** Where the type of a column says too little, by table and column or by column. `c` names the expressions of other columns. */
const special: Record<string, (c: (name: string) => string) => string> = {
  // Of a conversation, only one session is running.
  'agent_sessions.status': () => endedMostly('completed', 'handed_off', 'running'),
  'agent_sessions.conversation_id': () => 'bench_id(n)',
  'audit_log.position': () => 'n + 1000',
  // A flow has thousands of versions at most.
  'flow_versions.flow_id': () => `bench_id(case when n % 50 = 0 then 1 else 2 + n % 190 end)`,
  'flow_versions.version': () => 'n',
  'audit_log.user_id': (c) => `case when ${c('actor_kind')} in ('user', 'apiKey') then bench_id(1 + n % 20) end`,
  'audit_log.key_id': (c) => `case when ${c('actor_kind')} = 'apiKey' then bench_id(1 + n % 7) end`,
  'audit_log.actor': (c) => `case when ${c('actor_kind')} in ('link', 'operator') then 'actor' || n % 1000 end`,
  'contacts.custom_fields': () => `json_build_object('city', 'city ' || n % 50, 'age', n % 90)`,
  'outbox_messages.source': (c) => `case when ${c('status')} = 'sandboxed' then 'sandbox' else 'platform' end`,
  'executions.error': (c) =>
    `case when ${c('status')} = 'failed' then json_build_object('code', 'CODE_' || floor(30 * power(bench_u(n, 90), 3)),
      'nodeId', 'node' || floor(300 * power(bench_u(n, 91), 3)), 'message', 'It failed.') end`,
  'executions.finished_at': (c) => `${c('created_at')} + bench_u(n, 92) * interval '10 s'`,
  'executions.started_at': (c) => c('created_at'),
  // Of a contact in a sequence, only one enrollment is active.
  'follow_up_enrollments.status': () => endedMostly('completed', 'stopped', 'active'),
  'follow_up_enrollments.contact_id': () => 'bench_id(n)',
  'flow_versions.settings': () => flowSettings,
  'flows.settings': () => flowSettings,
  'usage_events.account_id': () => 'w.account_id',
  'usage_events.credits_micros': () => '0',
  'usage_events.quantity': () => '1',
};

function endedMostly(most: string, some: string, few: string): string {
  return `case when n % ${rareOf} = 1 then '${few}' when bench_u(n, 93) < 0.9 then '${most}' else '${some}' end`;
}

/** Columns with a list as JSON. */
const jsonLists = new Set([
  'nodes',
  'edges',
  'variables',
  'stages',
  'steps',
  'transcript',
  'tool_calls',
  'attempts',
  'chain',
]);

/** The SQL expression of a column of row number `n` in workspace `w`; null for a column that keeps its default. */
export function expressionOf(
  column: Column,
  use: (name: string) => ColumnUse,
  context: { table: string; rows: number; columns: readonly Column[] },
): string | null {
  const { name, type, nullable, hasDefault } = column;
  const { isSorted, isFiltered, values } = use(name);
  const salt = context.columns.findIndex((one) => one.name === name);
  const u = `bench_u(n, ${salt})`;
  const rare = `n % ${rareOf} = ${salt}`;
  const made = special[`${context.table}.${name}`];
  if (made) {
    const other = (of: string) =>
      expressionOf(context.columns.find((one) => one.name === of) as Column, use, context) ?? 'null';
    return made(other);
  }
  if (name === 'workspace_id') return 'w.id';
  if (name === 'id') return 'bench_id(n)';
  if (name === 'created_at') return 'bench_time(n)';
  if (name === 'updated_at') return `bench_time(n) + ${u} * interval '30 days'`;
  const isParent = type === 'uuid' && name in parents;
  if (!isSorted && !isFiltered && !column.isUnique && !isParent && (nullable || hasDefault)) return null;
  const enumerated = values ?? column.values;
  if (enumerated) return skewed(enumerated, u, rare);
  const value = valueOfType(column, { u, rare, isFiltered, rows: context.rows });
  return nullable && !column.isUnique ? `case when bench_u(n, ${salt + 50}) < 0.7 or ${rare} then ${value} end` : value;
}

/** The first value most often, the last but one for a few rows, the last one never. */
function skewed(values: readonly string[], u: string, rare: string): string {
  const text = (value: string | undefined) => `'${value}'`;
  const usual = values.length > 2 ? values.slice(0, -2) : values.slice(0, 1);
  const rareValue = values.length > 2 ? values.at(-2) : values.at(-1);
  const index = `least(${usual.length}, 1 + floor(-ln(1 - ${u}) / 1.2)::integer)`;
  return `case when ${rare} then ${text(rareValue)} else (array[${usual.map(text)}])[${index}] end`;
}

function valueOfType(
  { name, type, isUnique }: Column,
  { u, rare, isFiltered, rows }: { u: string; rare: string; isFiltered: boolean; rows: number },
): string {
  const among = (count: number, power: number) => `1 + floor(${count} * power(${u}, ${power}))::bigint`;
  if (type.endsWith('[]') && !isFiltered) return `'{}'`;
  switch (type.replace(/\([^)]*\)/, '')) {
    case 'uuid': {
      if (isUnique) return 'bench_id(n)';
      const count = parents[name]?.(rows) ?? fewParents;
      return `case when ${rare} then bench_id(${rows} - 3) else bench_id(${among(count, 2)}) end`;
    }
    case 'boolean':
      return `(${rare})`;
    case 'timestamp with time zone':
      return `bench_time(n) + ${u} * interval '60 days'`;
    case 'text[]':
      return `case when ${rare} then array['rare'] else array['tag' || ${among(40, 3)}] end`;
    case 'integer':
    case 'smallint':
    case 'bigint':
    case 'numeric':
      return `floor(${u} * 1000)`;
    case 'json':
    case 'jsonb':
      return jsonLists.has(name) ? `'[]'` : `'{}'`;
    case 'bytea':
      return `'\\x00'::bytea`;
    default:
      if (name === 'phone' || name === 'from' || name === 'to') return `'+34' || 600000000 + n`;
      if (name === 'email') return `'person' || n || '@example.com'`;
      if (name === 'timezone') return `'UTC'`;
      if (isUnique) return `'${name} ' || n`;
      if (isFiltered) {
        const count = manyTexts.has(name) ? Math.ceil(rows / 50) : 50;
        return `case when ${rare} then 'rare ${name}' else '${name} ' || ${among(count, 3)} end`;
      }
      return `substr(md5(n::text), 1, 12) || ' ${name}'`;
  }
}
