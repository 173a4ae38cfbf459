import QuickLRU from 'quick-lru';

/** A total, and when it was counted. */
interface KnownTotal {
  total: number;
  /** The server and database: transaction IDs of another one mean something else. */
  server: string;
  /** The snapshot of the statement that counted. */
  snapshot: string;
}

/** The tables whose every change triggers report in `workspace_changes`, and the type under which they do. */
export const reportedTables: Readonly<Record<string, string>> = {
  agent_sessions: 'agent_session',
  calendar_events: 'calendar_event',
  campaigns: 'campaign',
  contacts: 'contact',
  conversations: 'conversation',
  flows: 'flow',
  messages: 'message',
  opportunities: 'opportunity',
  unrouted_messages: 'unrouted_message',
  voice_calls: 'voice_call',
};

/** What a statement selects in order to remember its total. */
export interface CountedRow {
  pageServer?: string | null;
  pageSnapshot?: string | null;
}

/** Far less than what reported changes are kept for. */
const keptMs = 600_000;
/** Up to twice as many are kept. */
const recent = 5_000;
/** Characters of the longest conditions of a list that are kept: their values come from requests. */
const longestKey = 1_000;

const known = new QuickLRU<string, KnownTotal>({ maxSize: recent, maxAge: keptMs });

const server = `pg_postmaster_start_time()::text || ' ' || current_database()`;

/** Whether the statement's snapshot has everything that snapshot `s` has. */
const isNotOlder = (s: string) => `pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${s})
  and not exists (select from pg_snapshot_xip(pg_current_snapshot()) x where pg_visible_in_snapshot(x, ${s}))`;

/**
 * The exact total of a list without counting it again while nothing has changed: what the last statement counted, if its
 * snapshot had all changes of these rows that the current one has. Triggers report them, see
 * docs/decisions/lists-and-totals.md.
 */
export class TotalOfList {
  readonly #key: string;
  readonly #type: string;
  /** Whether it has no filters. */
  readonly #isWhole: boolean;

  private constructor(key: string, type: string, isWhole: boolean) {
    this.#key = key;
    this.#type = type;
    this.#isWhole = isWhole;
  }

  /**
   * Null if it must be counted each time.
   * @param table the only one that decides the total
   * @param conditions of the list, with their values; the first one names the workspace
   */
  static of(table: string, conditions: { where: readonly string[]; values: readonly unknown[] }): TotalOfList | null {
    const type = reportedTables[table];
    if (!type) return null;
    const { where, values } = conditions;
    const key = JSON.stringify([table, where, values]);
    return key.length > longestKey ? null : new TotalOfList(key, type, where.length === 1);
  }

  /**
   * The expression of the total. It counts if it must: if rows of a list with filters have changed, or nothing is known. To
   * the total of a whole table it adds the rows that were created since, without those that were deleted.
   * `$1` is the workspace.
   */
  sql(count: string, bind: (value: unknown) => string): string {
    const last = known.get(this.#key);
    const at = bind(last?.server ?? null);
    const s = `${bind(last?.snapshot ?? null)}::pg_snapshot`;
    const total = `${bind(last?.total ?? null)}::integer`;
    const changes = (condition: string) => `from workspace_changes c
      where c.workspace_id = $1 and c.type = '${this.#type}' and ${condition}`;
    const [later, meanwhile] = [`c.tx >= pg_snapshot_xmax(${s})`, `c.tx = any (array(select pg_snapshot_xip(${s})))`];
    const isKnown = `${at}::text = ${server} and not pg_is_in_recovery() and ${isNotOlder(s)}`;
    if (this.#isWhole) {
      const added = (condition: string) => `coalesce((select sum(cardinality(c.ids) *
        case c.action when 'created' then 1 when 'deleted' then -1 else 0 end) ${changes(condition)}), 0)::integer`;
      return `case when ${isKnown} then ${total} + ${added(later)} + ${added(meanwhile)} else ${count} end`;
    }
    const isSame = [later, meanwhile].map((condition) => `not exists (select ${changes(condition)})`).join(' and ');
    return `case when ${isKnown} and ${isSame} then ${total} else ${count} end`;
  }

  /** Columns for `remember`: null where others may not see what was counted, or a replica counted. */
  static readonly columns = `${server} as "pageServer",
    case when pg_current_xact_id_if_assigned() is null and not pg_is_in_recovery() then pg_current_snapshot()::text end as "pageSnapshot"`;

  remember(total: number, { pageServer, pageSnapshot }: CountedRow): void {
    if (pageServer && pageSnapshot) known.set(this.#key, { total, server: pageServer, snapshot: pageSnapshot });
  }
}
