import type { EntityManager, EntityName, RequiredEntityData } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Access, Principal } from '../access/principal.js';
import type { AnswerBudget } from '../answers/answer-budget.js';
import type { Sql } from '../database/database.js';
import { RowChanges, watchChanges } from '../database/row-changes.js';
import type { TenantSql } from '../database/tenant-scope.js';
import type { Cause } from '../events/index.js';
import type { Commits } from '../feed/index.js';
import { type RepeatableContext, transactOnce } from '../idempotency/transact-once.js';
import type { Services } from '../services.js';
import type { FilterCost } from './filter-cost.js';

/** A batched read of one request; see `defineLoader`. */
export interface LoaderDefinition<T> {
  create(scope: Scope): T;
}

/** Declares a loader, created at most once for each scope, at its first use. */
export function defineLoader<T>(create: (scope: Scope) => T): LoaderDefinition<T> {
  return { create };
}

/**
 * What a use case works with: one authorized caller in one workspace. A scope is proof that the caller belongs to the
 * workspace; every statement takes its `workspaceId` from here.
 */
export class Scope {
  readonly #loaders = new Map<LoaderDefinition<unknown>, unknown>();
  #within: TenantSql | undefined;
  #log: Logger | undefined;
  /** What was changed in the workspace, for the audit log. */
  readonly changes = new RowChanges();

  constructor(
    readonly services: Services,
    readonly access: Access,
    readonly principal: Principal,
    readonly request: RequestMetadata,
    /** The budget of the answer. */
    readonly answer?: AnswerBudget,
    private readonly once: RepeatableContext = {},
    /** Reads in the snapshot of the operation, if it has one. */
    private readonly snapshot?: Sql,
    /** Collects the positions of the commits. */
    private readonly commits?: Commits,
    /** Says in the answer what the filters of a list cost. */
    readonly reportFilterCost: (cost: FilterCost) => void = () => undefined,
  ) {}

  get workspaceId(): string {
    return this.access.workspaceId;
  }

  /** The step of an execution that carries it out; undefined for users and API keys. */
  get cause(): Cause | undefined {
    return this.request.cause;
  }

  /** Statements outside a transaction of the caller, limited to this workspace by row-level security. */
  get sql(): Sql {
    return this.snapshot ?? this.#tenantSql;
  }

  /** Like `sql`, for reads that may show a state of some seconds ago; see `Database.reads`. */
  get reads(): Sql {
    return this.snapshot ?? this.services.db.reads(this.workspaceId);
  }

  /** Signs the cursors of lists. */
  get cursorKey(): string {
    return this.services.settings.jwtSecret;
  }

  /** Runs `work` in one transaction, limited like `sql`, repeating it after a conflict. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return transactOnce(this.once, this.changes, (record) =>
      this.#tenantSql.transaction((sql) => this.changes.attempt(() => work(sql).then(record(sql))), this.commits),
    );
  }

  get #tenantSql(): TenantSql {
    this.#within ??= this.services.db.within(this.workspaceId);
    return this.#within;
  }

  /**
   * Writes the changes that `work` makes to entities, in one transaction, repeating it after a conflict. The unit of
   * work is new: entities that were read before are not reused.
   */
  unitOfWork<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return transactOnce(this.once, this.changes, (record) =>
      this.#tenantSql.transaction(
        (sql) =>
          this.changes.attempt(async () => {
            const em = this.services.db.entities(sql);
            watchChanges(em, this.changes);
            const value = await work(em);
            await em.flush();
            return record(sql)(value);
          }),
        this.commits,
      ),
    );
  }

  /** Stores a new row of an entity in a unit of work. */
  create<T extends object>(entity: EntityName<T>, row: RequiredEntityData<T>): Promise<T> {
    return this.unitOfWork(async (em) => {
      const made = em.create(entity, row);
      em.persist(made);
      return made;
    });
  }

  get log(): Logger {
    this.#log ??= this.request.log.child({ workspaceId: this.workspaceId });
    return this.#log;
  }

  loader<T>(definition: LoaderDefinition<T>): T {
    let loader = this.#loaders.get(definition);
    if (loader === undefined) {
      loader = definition.create(this);
      this.#loaders.set(definition, loader);
    }
    return loader as T;
  }
}

/** The origin of a request, for logs, answers and the audit log. */
export interface RequestMetadata {
  id: string;
  log: Logger;
  ip?: string | undefined;
  /** The `User-Agent` of the client. */
  userAgent?: string | undefined;
  /** The step of an execution that calls the operation: its changes are part of the chain of that execution. */
  cause?: Cause | undefined;
  /** The workspace that the caller was authorized in, once that is known. */
  workspaceId?: string | undefined;
}
