import { type DocumentNode, type ExecutionResult, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Api } from '../../src/app/api.js';
import { createRuntime, type Overrides, type RuntimeConfig } from '../../src/app/create-runtime.js';
import type { RateLimitSettings } from '../../src/app/rate-limits.js';
import { requestContext } from '../../src/app/request-context.js';
import type { Worker } from '../../src/app/worker.js';
import type { Executor } from '../../src/platform/graphql/executor.js';
import type { VaultKey } from '../../src/platform/instance-keys.js';
import { createLog, type Log } from '../../src/platform/log.js';
import type { ProviderSettings } from '../../src/platform/providers/provider-settings.js';
import type { Services } from '../../src/platform/services.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createSeed, type Seed } from './seed.js';
import { testConfig } from './test-config.js';
import { threadArgv } from './thread-argv.js';

export interface TestAppOptions extends Omit<Overrides, 'log' | 'threadArgv' | 'poolSize'> {
  /** Several apps on one database stand for several processes. */
  database?: TestDatabase;
  /** Drives runs too, those first that it accepts itself, as a server does that is `all` in one. */
  worker?: boolean;
  /** Runs of one workspace that its worker drives side by side. */
  concurrency?: number;
  registration?: 'open' | 'first' | 'closed';
  production?: boolean;
  /** Whether owners may add credits; as in the configuration's defaults when left out. */
  creditsSelfService?: boolean;
  /** None but that of failed logins when left out. */
  limits?: Partial<RateLimitSettings>;
  corsOrigins?: string[];
  trustProxy?: number;
  /** Default: only what ends the process. */
  log?: Log;
  jwtSecret?: string;
  vaultKeys?: VaultKey[];
  smtp?: { url: string; from?: string };
  /** Private addresses that flows and site analysis may reach; this machine when left out. */
  outboundAllow?: string[];
  /** The server's own; none besides `smtp` when left out. */
  providers?: ProviderSettings;
  /** Whether messages without a provider stay in the sandbox; they do when left out. */
  sandbox?: boolean;
  /** Whether code may run; it may when left out. */
  codeNode?: boolean;
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
    pagination: { page: number; limit: number; total: number; totalPages: number };
  };
}

export interface TestApp {
  url: string;
  database: TestDatabase;
  services: Services;
  /** Null where it drives no runs. */
  worker: Worker | null;
  /** What it was built from: another process of the same installation has the same. */
  config: RuntimeConfig;
  seed: Seed;
  /** Runs an operation in process. @param as a bearer credential */
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
  const { answers, compile, now, inFlight, leaseSeconds, reached, nodes } = options;
  const overrides = { log, answers, compile, now, inFlight, leaseSeconds, reached, nodes, threadArgv, poolSize: 10 };
  const runtime = await createRuntime(config, overrides);
  const { services } = runtime;
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
    return (await executor.run(document, null, variables, context)) as ExecutionResult<T>;
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
      if (!options.database) await database.drop();
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
