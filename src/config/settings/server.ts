import { setting } from '../setting.js';
import {
  flagSetting,
  hostToListenOn,
  httpUrl,
  oneOfSetting,
  originSetting,
  origins,
  textSetting,
  trustedProxies,
  wholeNumber,
} from '../setting-types.js';

export const server = {
  NODE_ENV: setting({
    type: textSetting('any text'),
    description: 'The environment. `production` requires keys and has other defaults where this page says so.',
  }),
  PORT: setting({
    as: 'port',
    type: wholeNumber(0, 65_535, 'a port number'),
    default: 4000,
    description: 'The port for HTTP and WebSocket. `0` uses any free port.',
  }),
  HOST: setting({
    as: 'host',
    type: hostToListenOn,
    default: ({ production }) => (production ? '0.0.0.0' : '127.0.0.1'),
    description: 'The IP address or host name to listen on.',
  }),
  HEALTH_PORT: setting({
    as: 'healthPort',
    type: wholeNumber(0, 65_535, 'a port number'),
    unset: 'no port of its own: `api` and `all` answer the same paths on `PORT`, and `worker` opens no port',
    description:
      'A port that answers `/healthz`, `/readyz` and `/metrics` only, in every role and from the beginning of the start. `0` uses any free port.',
  }),
  PUBLIC_URL: setting({
    as: 'publicUrl',
    type: httpUrl('https://flows.example.com'),
    unset: 'the address that the server listens on',
    description:
      'The URL that clients use, and with which webhook URLs begin. With `https:` the session cookie is `Secure`.',
  }),
  WEBHOOK_ORIGIN: setting({
    as: 'webhookOrigin',
    type: originSetting,
    unset: 'webhook URLs begin with `PUBLIC_URL`',
    description:
      'An origin of its own for the webhooks, callbacks and forms of flows, on which nothing else is served, so that answers of flows have no rights on the host of `PUBLIC_URL`. That host then refuses their calls with 421. Its host name must lead to this server, and differ from that of `PUBLIC_URL`.',
  }),
  DASHBOARD: setting({
    as: 'dashboard',
    type: flagSetting,
    default: true,
    description: 'Serves the dashboard on `/app`, to which `/` then leads.',
  }),
  GRAPHQL_TRUSTED_ONLY: setting({
    as: 'graphqlTrustedOnly',
    type: flagSetting,
    default: false,
    description:
      'Refuses GraphQL documents that are not trusted. Trusted are those of the REST routes and of the dashboard, and those in `GRAPHQL_DOCUMENTS`.',
  }),
  GRAPHQL_DOCUMENTS: setting({
    as: 'graphqlDocuments',
    type: textSetting('the path of a folder'),
    unset: 'only the documents of the REST routes and of the dashboard are trusted',
    description:
      'A folder with manifests of trusted GraphQL documents: JSON files with an object of texts by their SHA-256.',
  }),
  ROLE: setting({
    as: 'role',
    type: oneOfSetting('all', 'api', 'worker'),
    default: 'all',
    description: 'The role of this process, see [roles](operations.md#roles).',
  }),
  WORKER_CONCURRENCY: setting({
    as: 'workerConcurrency',
    type: wholeNumber(1, 1_000),
    default: 10,
    description:
      'The number of executions of one workspace that compute at once in this process; executions of several workspaces share twice as many. Executions that wait for an answer do not count: a process has at most 500 of them in flight per workspace, and 1,000 in total.',
  }),
  DRAIN_DELAY_SECONDS: setting({
    as: 'drainDelaySeconds',
    type: wholeNumber(0, 600, 'a whole number of seconds'),
    default: ({ production }) => (production ? 5 : 0),
    description:
      'How long the process accepts requests and work after `SIGTERM`, while `/readyz` already returns 503, see [stopping](operations.md#stopping). Longer than your load balancer takes to see that. `SIGINT` skips it.',
  }),
  SHUTDOWN_GRACE_SECONDS: setting({
    as: 'shutdownGraceSeconds',
    type: wholeNumber(0, 3_600, 'a whole number of seconds'),
    default: 30,
    description:
      'How long requests and steps in progress may continue after that delay, see [stopping](operations.md#stopping). Steps that take longer are interrupted and started again by another process.',
  }),
  RESPONSE_MEMORY_MIB: setting({
    as: 'responseMemoryMib',
    type: wholeNumber(20, 65_536, 'a whole number of MiB'),
    default: 64,
    description:
      'The MiB of HTTP responses over 64 KiB that steps in progress in this process read and hold at once. Workspaces share them fairly; other steps wait before they read a long response. This time does not count towards the default timeout of a request.',
  }),
  RETENTION_DAYS: setting({
    as: 'retentionDays',
    type: wholeNumber(1, 36_500, 'a whole number of days'),
    default: 30,
    description:
      'The number of days for which ended executions are kept at least, with their steps and events. They are deleted by the week, up to seven days later. Waiting executions, usage and messages are not deleted.',
  }),
  CORS_ORIGINS: setting({
    as: 'corsOrigins',
    type: origins,
    default: () => [],
    description: 'The origins of web pages that may call the API.',
  }),
  TRUST_PROXY: setting({
    as: 'trustProxy',
    type: trustedProxies,
    default: false,
    description: 'The proxies in front of the server whose `X-Forwarded-*` headers are trusted.',
  }),
  LOG_LEVEL: setting({
    as: 'logLevel',
    type: oneOfSetting('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    description: 'The lowest level that is logged. Logs are JSON lines, or readable lines on a terminal.',
  }),
  DEMO: setting({
    as: 'demo',
    type: flagSetting,
    default: ({ production, embedded }) => embedded && !production,
    description: 'Whether to create the demo workspace and to serve `POST /demo/orders` for its flow.',
  }),
};
