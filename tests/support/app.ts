import { type DocumentNode, type ExecutionResult, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Api } from '../../src/app/api.js';
import { createRuntime } from '../../src/app/create-runtime.js';
import type { RateLimitSettings } from '../../src/app/rate-limits.js';
import { requestContext } from '../../src/app/request-context.js';
import type { Overrides, RuntimeConfig } from '../../src/app/runtime-config.js';
import type { Worker } from '../../src/app/worker.js';
import { readClock } from '../../src/platform/database/database-clock.js';
import { preparePooler } from '../../src/platform/database/pooler.js';
import type { Executor } from '../../src/platform/graphql/executor.js';
import type { VaultKey } from '../../src/platform/instance-keys.js';
import { createLog, type Log } from '../../src/platform/log.js';
import type { LoginProvider } from '../../src/platform/login-provider.js';
import type { ProviderSettings } from '../../src/platform/providers/provider-settings.js';
import type { QuotaName } from '../../src/platform/quota-names.js';
import type { ConnectionSettings } from '../../src/platform/rate-limit/connection-limits.js';
import type { Services } from '../../src/platform/services.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { requireDefinedEvents } from './defined-events.js';
import type { Pooler } from './pooler.js';
import { createSeed, type Seed } from './seed.js';
import { testConfig } from './test-config.js';
import { threadArgv } from './thread-argv.js';

export interface TestAppOptions extends Omit<Overrides, 'log' | 'threadArgv' | 'poolSize'> {
  /** Several apps on one database act as several processes. */
  database?: TestDatabase;
  /** The pooler through which it connects. */
  pooler?: Pick<Pooler, 'urlOf'> | undefined;
  /** The replica that serves reads. Defaults to none. */
  replica?: { url: string; maxLagSeconds: number } | undefined;
  /** The Redis that wakes processes. Defaults to none. */
  wakeupUrl?: string | undefined;
  /** Whether it also drives executions, beginning with those that it accepts itself, like `ROLE=all`. */
  worker?: boolean;
  /** The number of executions of one workspace that its worker drives at once. */
  concurrency?: number;
  registration?: 'open' | 'first' | 'closed';
  /** Who may create workspaces. Defaults to members. */
  workspaceCreation?: 'members' | 'operator';
  emailVerification?: 'required' | 'optional';
  /** The providers that users log in with, and whether they may use passwords. Default to none, and to true. */
  loginProviders?: readonly LoginProvider[];
  passwordLogin?: boolean;
  production?: boolean;
  /** Whether owners may add credits. Defaults to the default of the configuration. */
  creditsSelfService?: boolean;
  /** The signing secrets of payments. Default to none. */
  stripeWebhookSecret?: string;
  paymentWebhookSecret?: string;
  /** Defaults to the limit of failed logins only. */
  limits?: Partial<RateLimitSettings>;
  /** How much one address or caller may have open. Defaults to the limits of the server. */
  connections?: Partial<ConnectionSettings>;
  corsOrigins?: string[];
  webhookOrigin?: string;
  /** A folder with manifests of GraphQL documents; all others are refused. */
  trustedDocuments?: string;
  trustProxy?: number;
  /** Defaults to fatal. */
  log?: Log;
  jwtSecret?: string;
  vaultKeys?: VaultKey[];
  smtp?: { url: string; from?: string };
  /** Private addresses that flows and site analysis may call. Defaults to this machine. */
  outboundAllow?: string[];
  /** The providers of the server. Defaults to `smtp` only. */
  providers?: ProviderSettings;
  /** Whether messages without a provider stay in the sandbox. Defaults to true. */
  sandbox?: boolean;
  /** Quotas of workspaces. Default to those of the server. */
  quotas?: Partial<Record<QuotaName, number>>;
  /** Concurrent calls of one workspace to a model, and to a provider of messages. */
  callsAtOnce?: number;
  /** Where traces and metrics are exported to. Defaults to nowhere. */
  telemetry?: RuntimeConfig['telemetry'];
  /** Whether `data.code` may run. Left out it may; undefined is a server without the setting. */
  codeNode?: boolean | undefined;
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    data: never;
    error: {
      code: string;
      message: string;
      details?: { field?: string; rule?: string; message: string }[];
      requestId: string;
    };
    pagination: { page: number | null; limit: number; total: number; totalPages: number; nextCursor: string | null };
  };
}

export interface TestApp {
  url: string;
  database: TestDatabase;
  services: Services;
  /** Null when it drives no executions. */
  worker: Worker | null;
  /** Its configuration, for another process of the same installation. */
  config: RuntimeConfig;
  seed: Seed;
  /** Runs an operation in process. @param as the bearer credential */
  graphql<T = Record<string, never>>(
    query: string,
    variables?: Record<string, unknown>,
    as?: string,
  ): Promise<ExecutionResult<T>>;
  /** Calls the listening server. @param call `POST /workspaces/…` */
  rest(call: string, options?: { as?: string; body?: unknown; headers?: Record<string, string> }): Promise<RestAnswer>;
  /** Results of a subscription over a real socket. */
  subscribe<T>(
    query: string,
    variables: Record<string, unknown>,
    as?: string,
  ): AsyncIterableIterator<ExecutionResult<T>>;
  stop(): Promise<void>;
}

/** The whole server in this process, on a database of its own and a free port. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const log = options.log ?? createLog({ level: 'fatal' });
  const config = testConfig(database.url, options);
  const { answers, now, machineNow, inFlight, leaseSeconds, reached, nodes, loopDelay, outbound } = options;
  const given = { answers, now, machineNow, inFlight, leaseSeconds, reached, nodes, loopDelay, outbound };
  const overrides = { log, ...given, threadArgv, poolSize: 15 };
  const runtime = await createRuntime(config, overrides);
  const { services } = runtime;
  if (options.pooler) await preparePooler(services.db.dedicated, services.db.pool);
  await readClock(services.db);
  const { server } = runtime.api as Api;
  const executor = runtime.executor as Executor;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await runtime.worker?.start();
  const url = runtime.address();

  const documents = new Map<string, DocumentNode>();
  const graphql: TestApp['graphql'] = async <T>(
    query: string,
    variables: Record<string, unknown> = {},
    as?: string,
  ) => {
    const document = documents.get(query) ?? parse(query);
    documents.set(query, document);
    const context = await requestContext(services, as && `Bearer ${as}`, { id: 'test', log });
    return (await executor.run({ document, variables, context })) as ExecutionResult<T>;
  };
  const sockets = new Set<{ dispose(): void | Promise<void> }>();

  return {
    url,
    database,
    services,
    worker: runtime.worker,
    config,
    graphql,
    seed: createSeed(graphql),
    rest: (call, { as, body, headers } = {}) => callRest(url, call, as, body, headers),
    subscribe: (query, variables, as) => {
      const client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
        ...(as && { connectionParams: { authorization: `Bearer ${as}` } }),
      });
      sockets.add(client);
      return client.iterate({ query, variables }) as never;
    },
    async stop() {
      for (const socket of sockets) await socket.dispose();
      await runtime.stop();
      if (options.database) return;
      await requireDefinedEvents(database.url).finally(() => database.drop());
    },
  };
}

async function callRest(
  url: string,
  call: string,
  as?: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<RestAnswer> {
  const [method, path] = call.split(' ');
  const response = await fetch(url + path, {
    method: method as string,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}
