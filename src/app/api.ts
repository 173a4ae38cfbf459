import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import cors, { type CorsOptions } from 'cors';
import express, { type ErrorRequestHandler } from 'express';
import { announceTus } from '../contexts/automation/files/index.js';
import { isFlowPath, isWebhookPath } from '../contexts/automation/flows/index.js';
import { documentedEvents } from '../nodes/index.js';
import type { GraphContext, RequestMetadata } from '../platform/graphql/context.js';
import type { Executor } from '../platform/graphql/executor.js';
import { limitOperations } from '../platform/graphql/limit-operations.js';
import { createTrustedDocuments } from '../platform/graphql/limits/trusted-documents.js';
import type { Log } from '../platform/log.js';
import { registry } from '../platform/metrics/index.js';
import type { ConnectionLimits } from '../platform/rate-limit/connection-limits.js';
import type { Services } from '../platform/services.js';
import { compressAnswers } from '../rest/compress-answers.js';
import { sendError } from '../rest/envelope.js';
import { limitRequests } from '../rest/limit-requests.js';
import { logRequests } from '../rest/log-requests.js';
import { mountRoutes } from '../rest/mount-routes.js';
import { responseExamples } from '../rest/openapi/response-examples.js';
import { servePages } from '../rest/pages.js';
import { metadataOf, nameRequests, nameRoute } from '../rest/request-metadata.js';
import { securityHeaders } from '../rest/security-headers.js';
import { hostMatcher, separateWebhooks } from '../rest/separate-webhooks.js';
import { serveClients } from '../rest/serve-clients.js';
import { serveDashboard } from '../rest/serve-dashboard.js';
import { type MetricsAccess, measureRequests, serveMetrics } from '../rest/serve-metrics.js';
import { timeAnswers } from '../rest/server-timing.js';
import { traceRequests } from '../rest/trace-requests.js';
import { loadRoutes } from './collect-modules.js';
import { drainConnections } from './drain-connections.js';
import { createGraphqlHttp } from './graphql/graphql-http.js';
import { createGraphqlSocket } from './graphql/graphql-socket.js';
import { loadOwnDocuments, readManifest, readManifests } from './graphql/read-trusted-documents.js';
import { healthRoutes, type Readiness } from './health.js';
import { limitConnections, limitPipelines } from './limit-connections.js';
import { createMcpHttp } from './mcp/mcp-http.js';
import { connectionContext, requestContext } from './request-context.js';
import { trustProxies } from './trusted-proxies.js';

const exposedHeaders = [
  'x-request-id',
  'retry-after',
  'etag',
  'link',
  'location',
  'server-timing',
  'x-ignored-parameters',
  'x-cursor',
  'x-filter-cost',
  'upload-offset',
  'upload-length',
  'upload-expires',
  'tus-resumable',
  'preference-applied',
  'idempotency-replayed',
  'deprecation',
  'sunset',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];

export interface ApiOptions {
  /** The HTTP server whose requests the API answers. */
  server: Server;
  services: Services;
  executor: Executor;
  corsOrigins: string[];
  /** The origin of webhooks, if they have one of their own. */
  webhookOrigin: string | undefined;
  /** The folder with manifests of trusted documents, and whether all others are refused. */
  trusted: { folder: string | undefined; only: boolean };
  trustProxy: false | number | string[];
  connections: ConnectionLimits;
  version: string;
  readiness: Readiness;
  /** Who may read the metrics. */
  metricsAccess: MetricsAccess;
  /** The folder of the dashboard; null if it is not served. */
  dashboard: string | null;
  /** Additional routes of this installation, for example the demo's endpoint. */
  extra?: express.RequestHandler | undefined;
}

export interface Api {
  server: Server;
  /** From now on each response ends its connection. Requests are still accepted. */
  drain(): void;
  /** Accepts no new connections, ends subscriptions, and waits up to `graceMs` for requests in progress. */
  stop(graceMs: number): Promise<void>;
}

/** The HTTP layer: GraphQL on `/graphql` (HTTP and WebSocket), every REST route, MCP, health, metrics, documentation. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { services, executor, server, connections } = options;
  const connectionDrain = drainConnections(server);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const proxies = trustProxies(options.trustProxy);
  app.set('trust proxy', proxies.trusts);
  const createContext = (request: express.Request, response: express.Response) =>
    requestContext(services, request.headers.authorization, metadataOf(response), cookiesOf(request, response), {
      get closed() {
        return response.closed || response.destroyed;
      },
      onClose: (callback) => response.once('close', callback),
      destroy: () => response.destroy(),
    });
  const { publicUrl } = services.settings;
  const tables = await loadRoutes();
  // A body is read before its caller is known.
  const parse = (text: string) => services.json.parse(text, 'requests');
  const { dashboard } = options;
  const manifest = {
    ...(dashboard && readManifest(join(dashboard, 'documents.json'))),
    ...readManifests(options.trusted.folder),
  };
  const trusted = createTrustedDocuments(manifest, await loadOwnDocuments(), options.trusted.only);
  const limited = limitOperations(executor, trusted);
  const graphql = await createGraphqlHttp({
    executor: limited,
    trusted,
    log: services.log,
    connections,
    createContext,
    parse,
  });
  app.use(nameRequests(services.log));
  app.use(traceRequests());
  app.use(timeAnswers());
  app.use(logRequests(services.log));
  app.use(measureRequests());
  const { webhookOrigin } = options;
  const isWebhookHost = webhookOrigin === undefined ? null : hostMatcher(webhookOrigin);
  if (isWebhookHost) app.use(separateWebhooks(isWebhookHost, isFlowPath));
  // Not part of the API, so it does not get the headers of the API.
  if (options.extra) app.use(options.extra);
  app.use(securityHeaders());
  app.use(announceTus(services.settings.files.bytesAtMost));
  app.use(cors((request: express.Request, done) => done(null, corsOf(request.path, options.corsOrigins))));
  app.use(compressAnswers());
  app.use(healthRoutes(options.readiness));
  app.use('/metrics', serveMetrics(registry, options.metricsAccess));
  // Probes and metrics are answered in any case.
  app.use(limitRequests(connections.requests));
  app.use('/graphql', (_request, response, next) => {
    nameRoute(response, '/graphql');
    next();
  });
  app.use('/graphql', graphql.handler);
  app.use(
    servePages({
      tables,
      schema: executor.schema,
      version: options.version,
      publicUrl,
      examples: responseExamples,
      events: documentedEvents(),
      start: dashboard ? 'app' : 'docs',
    }),
  );
  app.use(serveClients(options.version));
  if (dashboard) app.use('/app', serveDashboard(dashboard, publicUrl));
  const mcp = createMcpHttp({ executor, version: options.version, log: services.log, createContext });
  app.all('/workspaces/:workspaceId/mcp', mcp.handler);
  app.use(mountRoutes({ tables, schema: executor.schema, prepare: executor.prepare, createContext, parse, publicUrl }));
  const lastResort: ErrorRequestHandler = (error, request, response, _next) => sendError(request, response, error);
  app.use(lastResort);

  limitConnections(server, connections.connections, (address) => proxies.trusts(address, 0));
  server.on('request', limitPipelines(app));
  const socket = createGraphqlSocket({
    server,
    path: '/graphql',
    isServed: (upgrade) => !isWebhookHost?.(proxies.hostOf(upgrade)),
    log: services.log,
    executor: limited,
    connections,
    origins: () => [...options.corsOrigins, new URL(services.settings.publicUrl).origin],
    addressOf: proxies.addressOf,
    createContext: (authorization, upgrade) =>
      connectionContext(services, authorization, socketMetadata(upgrade, proxies.addressOf(upgrade), services.log)),
  });
  return {
    server,
    drain: connectionDrain.begin,
    async stop(graceMs) {
      // First of all: none of what follows is to be begun again.
      const closed = connectionDrain.close(graceMs);
      await socket.close();
      graphql.endStreams();
      await mcp.stop();
      await closed;
      await graphql.stop();
    },
  };
}

/** Triggers of webhooks allow further origins, which read no cookies, and answer the preflights of their URLs. */
function corsOf(path: string, origin: string[]): CorsOptions {
  const isWebhook = isWebhookPath(path);
  return { origin, credentials: !isWebhook, exposedHeaders, preflightContinue: isWebhook };
}

function cookiesOf(request: express.Request, response: express.Response): GraphContext['cookies'] {
  return {
    header: request.headers.cookie,
    sink: {
      setCookie: (value) => response.append('set-cookie', value),
      setHeader: (name, value) => response.setHeader(name, value),
    },
  };
}

/** The metadata of a socket, from the request that opened it. */
function socketMetadata(upgrade: IncomingMessage, ip: string, log: Log): RequestMetadata {
  const id = randomUUID();
  return { id, log: log.child({ requestId: id }), ip, userAgent: upgrade.headers['user-agent'] };
}
