import {
  type ChangeSet,
  ChangeSetType,
  type EntityManager,
  type EntityProperty,
  type EventSubscriber,
  type FlushEventArgs,
  type Platform,
} from '@mikro-orm/postgresql';

type Row = Readonly<Record<string, unknown>>;

/** A row as a write changed it: a new one has no `before`, a deleted one no `after`. */
export interface RowChange {
  /** Its table, if several of a change have rows of the same key. */
  table?: string;
  /** Whether its key is its own ID, and not that of what it belongs to. */
  hasOwnId?: boolean;
  /** The values of its key, besides the workspace. */
  ids: readonly string[];
  before: Row | null;
  after: Row | null;
}

/** The most changes that are kept; an import of thousands of rows is not listed row by row. */
const most = 100;

/** The rows that a request has changed, for the audit log. */
export class RowChanges {
  #changes: RowChange[] = [];

  add(change: RowChange): void {
    if (this.#changes.length < most) this.#changes.push(change);
  }

  /** The changes since the last call of `take`. */
  get all(): readonly RowChange[] {
    return [...this.#changes];
  }

  /** Runs one attempt of a transaction. If it fails, nothing of it is kept. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.#changes];
    try {
      return await work();
    } catch (error) {
      this.#changes = before;
      throw error;
    }
  }

  /** The changes since the last call. */
  take(): RowChange[] {
    return this.#changes.splice(0);
  }
}

const watched = new WeakMap<EntityManager, RowChanges>();

/** Adds what a unit of work writes to `changes`. Statements of its own (`nativeDelete`, `execute`) must be added by hand. */
export function watchChanges(em: EntityManager, changes: RowChanges): void {
  watched.set(em, changes);
}

/** Reports the flushes of watched units of work. */
export class ChangeSubscriber implements EventSubscriber {
  beforeFlush({ em }: FlushEventArgs): void {
    if (!watched.has(em as EntityManager)) throw new Error('Entities are written in a unit of work.');
  }

  afterFlush({ em, uow }: FlushEventArgs): void {
    const changes = watched.get(em as EntityManager);
    if (!changes) return;
    for (const set of uow.getChangeSets()) changes.add(changeOf(set, em.getPlatform()));
  }
}

function changeOf({ type, entity, originalEntity, payload, meta }: ChangeSet<object>, platform: Platform): RowChange {
  const now = entity as Row;
  const names = meta.props.filter(({ persist }) => persist !== false).map(({ name }) => String(name));
  const row = (values: Row) => Object.fromEntries(names.map((name) => [name, values[name]]));
  const ids = meta.primaryKeys.filter((name) => name !== ('workspaceId' as never)).map((name) => String(now[name]));
  const of = { table: meta.tableName, hasOwnId: 'id' in meta.properties, ids };
  if (type === ChangeSetType.CREATE) return { ...of, before: null, after: row(now) };
  if (type === ChangeSetType.DELETE || type === ChangeSetType.DELETE_EARLY)
    return { ...of, before: row(now), after: null };
  const changed = Object.keys(payload);
  const former = (name: string) => readFormer(meta.properties[name as never], (originalEntity as Row)[name], platform);
  return {
    ...of,
    before: Object.fromEntries(changed.map((name) => [name, former(name)])),
    after: Object.fromEntries(changed.map((name) => [name, now[name]])),
  };
}

/** A value of the snapshot of an entity, where lists and JSON are texts, as the database has them. */
function readFormer({ customType, columnTypes }: EntityProperty, value: unknown, platform: Platform): unknown {
  if (typeof value !== 'string') return value ?? null;
  if (columnTypes?.[0]?.startsWith('json')) return JSON.parse(value);
  return customType ? customType.convertToJSValue(value, platform) : value;
}
