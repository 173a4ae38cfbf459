import type { AddressInfo } from 'node:net';
import { type DocumentNode, type ExecutionResult, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createApi } from '../../src/app/api.js';
import { entities, ids } from '../../src/app/collect-modules.js';
import type { PortOptions } from '../../src/app/create-ports.js';
import type { RateLimitSettings } from '../../src/app/rate-limits.js';
import { requestContext } from '../../src/app/request-context.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { createServices } from '../../src/app/services.js';
import { createWorker } from '../../src/app/worker.js';
import type { AnswerLimits } from '../../src/platform/answers/answer-limits.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { createListener } from '../../src/platform/database/listener.js';
import type { Compile } from '../../src/platform/graphql/compiled-operations.js';
import { createExecutor } from '../../src/platform/graphql/executor.js';
import type { VaultKey } from '../../src/platform/instance-keys.js';
import { createLog, type Log } from '../../src/platform/log.js';
import { createOutbound } from '../../src/platform/outbound/index.js';
import type { Services } from '../../src/platform/services.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { testPorts } from './ports.js';
import { createSeed, type Seed } from './seed.js';
import { threadArgv } from './thread-argv.js';

export interface TestAppOptions {
  /** Several apps on one database stand for several processes. */
  database?: TestDatabase;
  /** Drives runs too. */
  worker?: boolean;
  registration?: 'open' | 'first' | 'closed';
  production?: boolean;
  /** Whether owners may add credits; as in the configuration's defaults when left out. */
  creditsSelfService?: boolean;
  /** None but that of failed logins when left out. */
  limits?: Partial<RateLimitSettings>;
  /** Those of every server when left out. */
  answers?: Partial<AnswerLimits>;
  corsOrigins?: string[];
  trustProxy?: number;
  now?: () => Date;
  /** Default: only what ends the process. */
  log?: Log;
  jwtSecret?: string;
  vaultKeys?: VaultKey[];
  smtp?: { url: string; from?: string };
  /** Private addresses that flows and site analysis may reach; this machine when left out. */
  outboundAllow?: string[];
  /** Turns an operation into a function; graphql-jit when left out. */
  compile?: Compile;
  /** Code is on, and messages without a provider stay in the sandbox, when left out. */
  ports?: Partial<PortOptions>;
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
  const db = await openDatabase({ url: database.url, entities, poolSize: 10 });
  const listener = createListener(database.url, log);
  const outbound = createOutbound({ allow: options.outboundAllow ?? ['127.0.0.1'] });
  const services = createServices({
    db,
    listener,
    log,
    settings: {
      publicUrl: 'http://localhost:4000',
      registration: options.registration ?? 'open',
      jwtSecret: options.jwtSecret ?? 'a secret of at least thirty-two characters',
      production: options.production ?? false,
      startingCreditsMicros: 1_000_000_000n,
      creditsSelfService: options.creditsSelfService ?? !options.production,
    },
    vaultKeys: options.vaultKeys ?? [{ id: 'k1', key: Buffer.alloc(32, 7) }],
    limits: { perMinute: 0, credentialsPerMinute: 1_000_000, ...options.limits },
    answers: options.answers,
    ...(options.smtp && { smtp: options.smtp }),
    ...(options.ports?.providers && { providers: options.ports.providers }),
    outbound,
    threadArgv,
    ...(options.now && { now: options.now }),
  });
  const executor = createExecutor(buildGraphSchema(), ids, options.compile);
  const readiness = async () => null;
  const api = await createApi({
    services,
    executor,
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: options.trustProxy ?? false,
    version: '0',
    readiness,
  });
  await new Promise<void>((resolve) => api.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
  const ports = testPorts(services, outbound, { providers: { smtp: options.smtp }, ...options.ports });
  const worker = options.worker ? await createWorker({ services, listener, outbound, ports, concurrency: 20 }) : null;

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
      await worker?.stop();
      await ports.close();
      await api.stop();
      services.feed.close();
      services.ends.close();
      await services.limits.close();
      services.mailer?.close();
      await listener.close();
      await services.models.close();
      await outbound.close();
      await db.close();
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
