import type { EntityManager, EntityName, RequiredEntityData } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { type AccessRule, authorize, type Caller, callerViolation, requirePrincipal } from '../access/authorize.js';
import type { Access, Principal } from '../access/principal.js';
import { AnswerBudget } from '../answers/answer-budget.js';
import type { AnswerSink } from '../answers/answer-sink.js';
import type { Sql } from '../database/database.js';
import { retryConflicts } from '../database/retry-conflicts.js';
import type { TenantSql } from '../database/tenant-scope.js';
import { type AppError, notFound } from '../errors.js';
import type { Services } from '../services.js';
import { countRequest, refuseIfOver } from './limits/count-request.js';

/** A batched read of one request; see `defineLoader`. */
export interface LoaderDefinition<T> {
  create(scope: Scope): T;
}

/** Declares a loader: made at most once for each scope, at its first use. */
export function defineLoader<T>(create: (scope: Scope) => T): LoaderDefinition<T> {
  return { create };
}

/**
 * What a use case works in: one authorised caller in one workspace. Holding a scope is the proof that the caller
 * belongs there; every statement takes its `workspaceId` from here.
 */
export class Scope {
  readonly #loaders = new Map<LoaderDefinition<unknown>, unknown>();
  #within: TenantSql | undefined;
  #em: EntityManager | undefined;

  constructor(
    readonly services: Services,
    readonly access: Access,
    readonly principal: Principal,
    readonly request: RequestMetadata,
    /** What may still be read for the answer. */
    readonly answer?: AnswerBudget,
  ) {}

  get workspaceId(): string {
    return this.access.workspaceId;
  }

  /** Statements outside a transaction. Of every workspace's tables they reach this one's rows only. */
  get sql(): Sql {
    return this.#tenantSql;
  }

  /** Runs `work` in one transaction, within the same wall as `sql`; again where it had to give way to others. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#tenantSql.transaction(work);
  }

  get #tenantSql(): TenantSql {
    this.#within ??= this.services.db.within(this.workspaceId);
    return this.#within;
  }

  /** Reads by entity, made at first use. */
  get em(): EntityManager {
    this.#em ??= this.services.db.fork(this.workspaceId);
    return this.#em;
  }

  /**
   * Writes by entity what `work` changes, in one transaction; again from the beginning where it had to give way to others.
   * The unit of work is its own: what was read before does not pass for what is there now.
   */
  unitOfWork<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return retryConflicts(() => this.services.db.fork(this.workspaceId).transactional(work));
  }

  /** Stores a new row of an entity so. */
  create<T extends object>(entity: EntityName<T>, row: RequiredEntityData<T>): Promise<T> {
    return this.unitOfWork(async (em) => {
      const made = em.create(entity, row);
      em.persist(made);
      return made;
    });
  }

  get log(): Logger {
    return this.request.log;
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

/** Where a request came from, for logs, answers and the audit log. */
export interface RequestMetadata {
  id: string;
  log: Logger;
  ip?: string | undefined;
}

/** Cookies and headers to set on the answer, where the transport has any. */
export interface ResponseSink {
  setCookie(value: string): void;
  setHeader?(name: string, value: string): void;
}

/** Finds what a principal is in a workspace; null where it does not belong. */
export type FindAccess = (principal: Principal, workspaceId: string) => Promise<Access | null>;

/** A query is one request however much it asks; each root field of a mutation is one. */
export type Counting = 'once' | 'each';

/** One request's, one operation's or one event's surroundings. Made fresh for each, never shared. */
export class GraphContext {
  // Not #private: Apollo hands each operation of a request a shallow copy of it, which shares these.
  private readonly knownAccess = new Map<string, Promise<Access | null>>();
  private readonly knownScopes = new Map<string, Scope>();
  private readonly countedIn = new Set<string | null>();
  /** What the answer may hold. */
  readonly answer: AnswerBudget;

  constructor(
    readonly services: Services,
    readonly caller: Caller,
    readonly request: RequestMetadata,
    readonly findAccess: FindAccess,
    /** The request's cookies and where new ones go; absent on sockets. */
    readonly cookies: { header?: string | undefined; sink?: ResponseSink } = {},
    /** Aborted when a subscriber is gone: what waits for events must not wait on. */
    readonly signal?: AbortSignal,
    /** Whether what is asked counts against the caller's rate limit: requests do, events and the server's own work do not. */
    readonly counted: boolean = false,
    /** Where the answer goes; null where it stays in this process. */
    private readonly sink: AnswerSink | null = null,
    /** Shared by operations that are answered together. */
    answer?: AnswerBudget,
  ) {
    this.answer = answer ?? new AnswerBudget(() => services.answers, callerOf(caller), sink);
  }

  /** The same caller in fresh surroundings, for an answer of its own. @param sink where that goes */
  fork(signal: AbortSignal | undefined = this.signal, sink: AnswerSink | null = null): GraphContext {
    const { services, caller, request, findAccess, cookies, counted } = this;
    return new GraphContext(services, caller, request, findAccess, cookies, signal, counted, sink);
  }

  /** The same for one operation of several in a request: they share the answer, but no loader and no unit of work. */
  forkForBatch(): GraphContext {
    const { services, caller, request, findAccess, cookies, signal, counted, sink, answer } = this;
    return new GraphContext(services, caller, request, findAccess, cookies, signal, counted, sink, answer);
  }

  /** The same for the next part of a long answer, once the part before it was written. It is the same request still. */
  forkForPart(): GraphContext {
    const { services, caller, request, findAccess, cookies, signal } = this;
    return new GraphContext(services, caller, request, findAccess, cookies, signal, false);
  }

  /** Why the caller counts as nobody, by now; null for one whose credential is good. */
  get violation(): AppError | null {
    return callerViolation(this.caller, this.services.now);
  }

  /** The caller of an operation that asks for a credential but stands outside workspaces, or 401. */
  principal(rule: AccessRule = {}): Principal {
    return requirePrincipal(this.caller, rule, this.services.now);
  }

  /** The same, counted as a request outside workspaces. @throws AppError RATE_LIMITED too */
  identify(rule: AccessRule, counting: Counting = 'once'): Principal {
    const principal = this.principal(rule);
    this.count(principal, null, counting);
    return principal;
  }

  /** Checks a rule in a workspace: 401, session 403, 429, workspace 404, other 403, in this order. */
  async authorize(rule: AccessRule, workspaceId: string, counting: Counting = 'once'): Promise<Scope> {
    const principal = this.principal(rule);
    const found = await this.accessOf(principal, workspaceId);
    // What is asked of a workspace where the caller does not belong counts, too, but not by that workspace.
    this.count(principal, found && workspaceId, counting);
    const access = authorize(rule, principal, found, this.services.settings);
    let scope = this.knownScopes.get(workspaceId);
    if (!scope) {
      scope = new Scope(this.services, access, principal, this.request, this.answer);
      this.knownScopes.set(workspaceId, scope);
    }
    return scope;
  }

  /** The scope of a workspace that was authorised before. */
  scope(workspaceId: string): Scope {
    const scope = this.knownScopes.get(workspaceId);
    if (!scope) throw notFound('workspace');
    return scope;
  }

  private accessOf(principal: Principal, workspaceId: string): Promise<Access | null> {
    let access = this.knownAccess.get(workspaceId);
    if (!access) {
      if (this.counted) refuseIfOver(this, principal, workspaceId);
      access = isUuid(workspaceId) ? this.findAccess(principal, workspaceId) : Promise.resolve(null);
      this.knownAccess.set(workspaceId, access);
    }
    return access;
  }

  private count(principal: Principal, workspaceId: string | null, counting: Counting): void {
    if (!this.counted || (counting === 'once' && this.countedIn.has(workspaceId))) return;
    this.countedIn.add(workspaceId);
    countRequest(this, principal, workspaceId);
  }
}

/** Whose large answers count together: those of a person, or of all keys of a workspace. */
function callerOf({ principal }: Caller): string {
  if (!principal) return '';
  return principal.kind === 'apiKey' ? principal.workspaceId : principal.userId;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text that Postgres takes as a UUID in its usual form. */
export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** The id itself, or 404: an id that cannot be one names nothing. */
export function requireId(id: string, what: string): string {
  if (!isUuid(id)) throw notFound(what);
  return id;
}
