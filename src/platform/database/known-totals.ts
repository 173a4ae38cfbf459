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
  calendar_events: 'calendar_event',
  campaigns: 'campaign',
  contacts: 'contact',
  conversations: 'conversation',
  flows: 'flow',
  messages: 'message',
  opportunities: 'opportunity',
};

/** What a statement selects in order to remember its total. */
export interface CountedRow {
  pageServer?: string | null;
  pageSnapshot?: string | null;
}

/** Far less than what reported changes are kept for. */
const keptMs = 60_000;
/** Up to twice as many are kept. */
const recent = 5_000;

const known = new QuickLRU<string, KnownTotal>({ maxSize: recent, maxAge: keptMs });

const server = `pg_postmaster_start_time()::text || ' ' || current_database()`;

/** Whether the statement's snapshot has everything that snapshot `s` has. */
const isNotOlder = (s: string) => `pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${s})
  and not exists (select from pg_snapshot_xip(pg_current_snapshot()) x where pg_visible_in_snapshot(x, ${s}))`;

/**
 * The exact total of a list without counting it again while nothing has changed: what the last statement counted, if its
 * snapshot had all changes of these rows that the current one has. Triggers report them, see docs/adr/0131.
 */
export class TotalOfList {
  readonly #key: string;
  readonly #type: string;

  private constructor(key: string, type: string) {
    this.#key = key;
    this.#type = type;
  }

  /**
   * Null if it must be counted each time.
   * @param table the only one that decides the total
   * @param conditions of the list, with their values
   */
  static of(table: string, conditions: { where: readonly string[]; values: readonly unknown[] }): TotalOfList | null {
    const type = reportedTables[table];
    return type ? new TotalOfList(JSON.stringify([table, conditions.where, conditions.values]), type) : null;
  }

  /** The expression of the total, which counts only if it must. `$1` is the workspace. */
  sql(count: string, bind: (value: unknown) => string): string {
    const last = known.get(this.#key);
    const at = bind(last?.server ?? null);
    const s = `${bind(last?.snapshot ?? null)}::pg_snapshot`;
    const changed = (condition: string) => `exists (select from workspace_changes c
      where c.workspace_id = $1 and c.type = '${this.#type}' and ${condition})`;
    return `case when ${at}::text = ${server} and not pg_is_in_recovery() and ${isNotOlder(s)}
      and not ${changed(`c.tx >= pg_snapshot_xmax(${s})`)}
      and not ${changed(`c.tx = any (array(select pg_snapshot_xip(${s})))`)}
      then ${bind(last?.total ?? null)}::integer else ${count} end`;
  }

  /** Columns for `remember`: null where others may not see what was counted, or a replica counted. */
  static readonly columns = `${server} as "pageServer",
    case when pg_current_xact_id_if_assigned() is null and not pg_is_in_recovery() then pg_current_snapshot()::text end as "pageSnapshot"`;

  remember(total: number, { pageServer, pageSnapshot }: CountedRow): void {
    if (pageServer && pageSnapshot) known.set(this.#key, { total, server: pageServer, snapshot: pageSnapshot });
  }
}
