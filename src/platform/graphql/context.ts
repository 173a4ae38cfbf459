import type { Access, Principal } from '../access/principal.js';
import { AnswerBudget } from '../answers/answer-budget.js';
import type { AnswerSink } from '../answers/answer-sink.js';
import type { RowChange } from '../database/row-changes.js';
import type { SnapshotReads } from '../database/snapshot-reads.js';
import { type AppError, notFound } from '../errors/errors.js';
import { Commits } from '../feed/index.js';
import type { RepeatableContext } from '../idempotency/transact-once.js';
import type { Services } from '../services.js';
import type { ArrivingBody } from './arriving-body.js';
import {
  type AccessRule,
  authorize,
  type Caller,
  callerViolation,
  requireOffer,
  requirePrincipal,
} from './authorize.js';
import type { FilterCost } from './filter-cost.js';
import { isUuid } from './is-uuid.js';
import type { LeavingFile } from './leaving-file.js';
import { countRequest, refuseIfOver } from './limits/count-request.js';
import { type RequestMetadata, Scope } from './scope.js';

/** Sets cookies and headers of the response, if the transport supports them. */
export interface ResponseSink {
  setCookie(value: string): void;
  setHeader?(name: string, value: string): void;
}

/** Finds a principal's access to a workspace; null if it does not belong to it. */
export type FindAccess = (principal: Principal, workspaceId: string) => Promise<Access | null>;

/** A query counts as one request; each root field of a mutation counts as one. */
export type Counting = 'once' | 'each';

/** What a context knows of workspaces, from their first use. */
interface Known {
  access?: Map<string, Promise<Access | null>>;
  scopes?: Map<string, Scope>;
  countedIn?: Set<string | null>;
  commits?: Commits;
  filterCost?: FilterCost | undefined;
}

/** The context of one request, operation or event. Created for each, never shared. */
export class GraphContext {
  // Not #private: Apollo passes a shallow copy to each operation of a request, which must share these.
  private readonly known: Known = {};
  private isInSnapshot = false;
  private snapshot: Promise<SnapshotReads> | null = null;
  /** The budget of the answer. */
  readonly answer: AnswerBudget;
  /** What an operation outside workspaces reports for its entry in the audit log. */
  readonly audit: AuditContext = {};
  /** Shared by operations that are answered together. */
  once: RepeatableContext = {};
  /** The body of a REST request that its operation reads while it arrives. */
  body: ArrivingBody | undefined;
  /** The bytes that the answer of a REST request has as its body. */
  file: LeavingFile | undefined;
  /** The cursor after which a subscription continues, instead of its argument `after`. */
  resumeAfter: string | undefined;

  constructor(
    readonly services: Services,
    readonly caller: Caller,
    readonly request: RequestMetadata,
    readonly findAccess: FindAccess,
    /** The cookies of the request and the sink for new ones; absent on sockets. */
    readonly cookies: { header?: string | undefined; sink?: ResponseSink } = {},
    /** Aborted when a subscriber disconnects, so that waits for events end. */
    readonly signal?: AbortSignal,
    /**
     * Whether the operation counts against the caller's rate limit: requests do, events and the server's own work do
     * not.
     */
    readonly counted: boolean = false,
    /** Where the answer goes; null if it stays in this process. */
    private readonly sink: AnswerSink | null = null,
    /** Shared by operations that are answered together. */
    answer?: AnswerBudget,
  ) {
    this.answer = answer ?? new AnswerBudget(services, callerOf(caller), sink);
  }

  /** Says in the answer that it is the one of an earlier request with the same `Idempotency-Key`. */
  reportRepeat(): void {
    this.cookies.sink?.setHeader?.('Idempotency-Replayed', 'true');
  }

  /**
   * A new context of the same caller, for a separate answer.
   * @param sink where that answer goes
   * @param request its own metadata, if it is an operation beside others
   */
  fork(
    signal: AbortSignal | undefined = this.signal,
    sink: AnswerSink | null = null,
    request: RequestMetadata = this.request,
  ): GraphContext {
    const { services, caller, findAccess, cookies, counted } = this;
    return new GraphContext(services, caller, request, findAccess, cookies, signal, counted, sink);
  }

  /**
   * A new context for one of several operations in a request: they share the answer, but no loaders and no unit of
   * work.
   */
  forkForBatch(): GraphContext {
    const { services, caller, request, findAccess, cookies, signal, counted, sink, answer } = this;
    const fork = new GraphContext(services, caller, request, findAccess, cookies, signal, counted, sink, answer);
    fork.once = this.once;
    return fork;
  }

  /**
   * A new context for the next part of a long answer, once the previous part was written. It is still the same request.
   */
  forkForPart(): GraphContext {
    const { services, caller, request, findAccess, cookies, signal } = this;
    const part = new GraphContext(services, caller, request, findAccess, cookies, signal, false);
    part.audit.isContinued = true;
    return part;
  }

  /** Why the caller's credential is not valid; null if it is. */
  get violation(): AppError | null {
    return callerViolation(this.caller, this.services.now);
  }

  /** The caller of an operation outside workspaces that requires a credential. @throws AppError UNAUTHORIZED */
  principal(rule: AccessRule = {}): Principal {
    return requirePrincipal(this.caller, rule, this.services.now);
  }

  /** Like `principal`, counted as a request outside workspaces. @throws AppError RATE_LIMITED, FORBIDDEN too */
  identify(rule: AccessRule, counting: Counting = 'once'): Principal {
    const principal = this.principal(rule);
    this.count(principal, null, counting);
    requireOffer(rule, this.services.settings);
    return principal;
  }

  /** Checks a rule in a workspace. In this order: 401, 403 without a session, 429, 404 for the workspace, other 403. */
  async authorize(rule: AccessRule, workspaceId: string, counting: Counting = 'once'): Promise<Scope> {
    const principal = this.principal(rule);
    const found = await this.accessOf(principal, workspaceId);
    // A request to a workspace to which the caller does not belong is counted, but not for that workspace.
    this.count(principal, found && workspaceId, counting);
    const access = authorize(rule, principal, found, this.services.settings);
    this.request.workspaceId = workspaceId;
    const reads = this.isInSnapshot ? (await this.openSnapshot(workspaceId)).within(workspaceId) : undefined;
    this.known.scopes ??= new Map();
    let scope = this.known.scopes.get(workspaceId);
    if (!scope) {
      const report = (cost: FilterCost) => this.reportFilterCost(cost);
      const { services, request, answer, once, commits } = this;
      scope = new Scope(services, access, principal, request, answer, once, reads, commits, report);
      this.known.scopes.set(workspaceId, scope);
    }
    return scope;
  }

  /** Makes an operation read all workspaces in one snapshot, taken before its first read, until `endSnapshot`. */
  readInSnapshot(): void {
    this.isInSnapshot = true;
  }

  /** Ends the reads of an operation in a snapshot. */
  endSnapshot(): void {
    if (!this.isInSnapshot) return;
    this.isInSnapshot = false;
    this.known.scopes?.clear();
    this.snapshot?.then((reads) => reads.close()).catch(() => undefined);
    this.snapshot = null;
  }

  private openSnapshot(owner: string): Promise<SnapshotReads> {
    this.snapshot ??= this.services.db.readSnapshot(owner);
    return this.snapshot;
  }

  /** The positions of what the operation commits in workspaces; undefined unless `collectCommits` was called. */
  get commits(): Commits | undefined {
    return this.known.commits;
  }

  /** Makes an operation collect the positions of its commits. */
  collectCommits(): void {
    this.known.commits ??= new Commits();
  }

  /** Says what the filters of a list cost: of several lists, the most expensive one counts. */
  reportFilterCost(cost: FilterCost): void {
    if (this.known.filterCost !== 'scan') this.known.filterCost = cost;
  }

  /** What the filters of the operation's lists cost, once; undefined if none was filtered. */
  takeFilterCost(): FilterCost | undefined {
    const { filterCost } = this.known;
    this.known.filterCost = undefined;
    return filterCost;
  }

  /** What was changed in a workspace since the last call. */
  takeChanges(workspaceId: string): RowChange[] {
    return this.known.scopes?.get(workspaceId)?.changes.take() ?? [];
  }

  /** The scope of a workspace if it was authorized before. */
  scopeIfKnown(workspaceId: string): Scope | undefined {
    return this.known.scopes?.get(workspaceId);
  }

  /** The scope of a workspace that was authorized before. */
  scope(workspaceId: string): Scope {
    const scope = this.known.scopes?.get(workspaceId);
    if (!scope) throw notFound('workspace');
    return scope;
  }

  private accessOf(principal: Principal, workspaceId: string): Promise<Access | null> {
    this.known.access ??= new Map();
    let access = this.known.access.get(workspaceId);
    if (!access) {
      if (this.counted) refuseIfOver(this, principal, workspaceId);
      access = isUuid(workspaceId) ? this.findAccess(principal, workspaceId) : Promise.resolve(null);
      this.known.access.set(workspaceId, access);
    }
    return access;
  }

  private count(principal: Principal, workspaceId: string | null, counting: Counting): void {
    if (!this.counted) return;
    this.known.countedIn ??= new Set();
    if (counting === 'once' && this.known.countedIn.has(workspaceId)) return;
    this.known.countedIn.add(workspaceId);
    countRequest(this, principal, workspaceId);
  }
}

/** The key by which large answers are counted: the user, or all API keys of a workspace. */
function callerOf({ principal }: Caller): string {
  if (!principal) return '';
  return principal.kind === 'apiKey' ? principal.workspaceId : principal.userId;
}

export { defineLoader, type LoaderDefinition, type RequestMetadata } from './scope.js';
export { isUuid, Scope };

/** The ID itself. @throws AppError NOT_FOUND if it is not a UUID */
export function requireId(id: string, what: string): string {
  if (!isUuid(id)) throw notFound(what);
  return id;
}

/** What use cases report for the audit log where neither the credential nor the arguments say it. */
interface AuditContext {
  /** The user who acts, of a request without a credential. */
  userId?: string;
  /** The workspace whose log gets the entry. */
  workspaceId?: string;
  /** Whether it is a later part of a response that was recorded with its first one. */
  isContinued?: boolean;
}
