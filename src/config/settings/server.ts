import { setting } from '../setting.js';
import {
  flagSetting,
  hostToListenOn,
  httpUrl,
  oneOfSetting,
  origins,
  textSetting,
  trustedProxies,
  wholeNumber,
} from '../setting-types.js';

export const server = {
  NODE_ENV: setting({
    type: textSetting('any text'),
    description: '`production` requires keys and changes the defaults that say so.',
  }),
  PORT: setting({
    as: 'port',
    type: wholeNumber(0, 65_535, 'a port number'),
    default: 4000,
    description: 'Port of HTTP and WebSocket. `0` asks the system for a free one.',
  }),
  HOST: setting({
    as: 'host',
    type: hostToListenOn,
    default: ({ production }) => (production ? '0.0.0.0' : '127.0.0.1'),
    description: 'Address or host name to listen on.',
  }),
  PUBLIC_URL: setting({
    as: 'publicUrl',
    type: httpUrl('https://flows.example.com'),
    unset: 'where the server listens',
    description:
      'The address that clients use. Webhook addresses begin with it. With `https:` the session cookie is `Secure`.',
  }),
  ROLE: setting({
    as: 'role',
    type: oneOfSetting('all', 'api', 'worker'),
    default: 'all',
    description: 'What this process does, see [roles](operations.md#roles).',
  }),
  WORKER_CONCURRENCY: setting({
    as: 'workerConcurrency',
    type: wholeNumber(1, 1_000),
    default: 10,
    description:
      'Executions of one workspace that compute at once in this process; executions of several workspaces share twice as many. An execution that waits for an answer does not count: a process has up to 500 of those in flight for one workspace, and 1,000 in all.',
  }),
  RETENTION_DAYS: setting({
    as: 'retentionDays',
    type: wholeNumber(1, 36_500, 'a whole number of days'),
    default: 30,
    description:
      'Days that ended executions are kept, with their steps and events. Waiting executions, usage and messages stay.',
  }),
  CORS_ORIGINS: setting({
    as: 'corsOrigins',
    type: origins,
    default: () => [],
    description: 'Origins that browsers may call from.',
  }),
  TRUST_PROXY: setting({
    as: 'trustProxy',
    type: trustedProxies,
    default: false,
    description: 'The proxies in front of the server whose `X-Forwarded-*` headers are used.',
  }),
  LOG_LEVEL: setting({
    as: 'logLevel',
    type: oneOfSetting('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    description: 'The least level that is logged: JSON lines, or readable lines on a terminal.',
  }),
  DEMO: setting({
    as: 'demo',
    type: flagSetting,
    default: ({ production, embedded }) => embedded && !production,
    description: 'Creates the demo workspace and opens `POST /demo/orders` for its flow.',
  }),
};
