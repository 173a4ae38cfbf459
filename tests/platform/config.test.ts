import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Config, ConfigError, type Environment, loadConfig } from '../../src/config/index.js';
import type { Setting } from '../../src/config/setting.js';
import { settings } from '../../src/config/settings/index.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const JWT_SECRET = randomBytes(48).toString('base64');
const KEY = randomBytes(32);
const VAULT_KEYS = `k2:${KEY.toString('base64')},k1:${randomBytes(32).toString('base64')}`;
const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@db/app', JWT_SECRET, VAULT_KEYS };

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

function errorsOf(env: Environment): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

describe('defaults', () => {
  test('an empty environment uses the embedded Postgres', () => {
    expect(loadConfig({})).toEqual({
      production: false,
      embedded: true,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      dbPoolSize: 30,
      dataDir: resolve('.data'),
      walArchiveDir: undefined,
      walArchiveDays: 7,
      fileStore: 'database',
      valueStore: 'database',
      fileMaxMib: 2_048,
      awsRegion: 'us-east-1',
      replicaMaxLagSeconds: 5,
      role: 'all',
      host: '127.0.0.1',
      port: 4000,
      healthPort: undefined,
      publicUrl: undefined,
      workerConcurrency: 10,
      responseMemoryMib: 64,
      registration: 'open',
      emailVerification: 'optional',
      loginProviders: [],
      passwordLogin: true,
      demo: true,
      jwtSecret: undefined,
      vaultKeys: undefined,
      corsOrigins: [],
      graphqlTrustedOnly: false,
      trustProxy: false,
      retentionDays: 30,
      drainDelaySeconds: 0,
      shutdownGraceSeconds: 30,
      logLevel: 'info',
      rateLimitPerMinute: 600,
      quotaExecutionsInFlight: 5_000,
      quotaExecutionsQueued: 100_000,
      quotaExecutionsStartedPerMinute: 60_000,
      quotaDescendantsOfRoot: 10_000,
      quotaStorageBytes: 10 * 1024 ** 3,
      quotaStateEntries: 100_000,
      aiConcurrency: 50,
      sendConcurrency: 50,
      authRateLimit: 300,
      codeNode: undefined,
      providers: {},
      outboundAllow: [],
      metricsToken: undefined,
      startingCreditsMicros: 1_000_000_000n,
      creditsSelfService: true,
      dashboard: true,
      workspaceCreation: 'members',
      stripeWebhookSecret: undefined,
      paymentWebhookSecret: undefined,
      walletLowCredits: 100,
      connectionsPerAddress: 500,
      socketsPerCaller: 100,
      subscriptionsPerCaller: 1_000,
    } satisfies Config);
  });

  test('production listens on all addresses, allows only the first user to register and gives no starting credits', () => {
    expect(loadConfig(production)).toMatchObject({
      production: true,
      embedded: false,
      host: '0.0.0.0',
      registration: 'first',
      demo: false,
      authRateLimit: 30,
      startingCreditsMicros: 0n,
      creditsSelfService: false,
      jwtSecret: JWT_SECRET,
      vaultKeys: [{ id: 'k2', key: KEY }, { id: 'k1' }],
    });
  });

  test('owners may add credits by default with the embedded Postgres outside production', () => {
    const { DATABASE_URL: _, ...embedded } = production;
    const outcomes = [{}, { DATABASE_URL: production.DATABASE_URL }, embedded, production].map((env) =>
      [{}, { CREDITS_SELF_SERVICE: 'true' }, { CREDITS_SELF_SERVICE: '0' }].map(
        (said) => loadConfig({ ...env, ...said }).creditsSelfService,
      ),
    );
    expect(outcomes).toEqual([
      [true, true, false],
      [false, true, false],
      [false, true, false],
      [false, true, false],
    ]);
  });

  test('there is no demo with a DATABASE_URL', () => {
    expect(loadConfig({ DATABASE_URL: 'postgresql://db/app' }).demo).toBe(false);
  });

  test('an empty variable is the same as one that is not set', () => {
    expect(loadConfig({ PORT: '', HOST: ' ', JWT_SECRET: '', PORT_FILE: '' })).toEqual(loadConfig({}));
  });
});

describe('where values are', () => {
  test('they are moved to a folder or an object storage, not from the database to the database', () => {
    expect(() => loadConfig({ VALUE_STORE: 'files' })).toThrow(
      'VALUE_STORE=files requires a FILE_STORE that is not `database`: `folder`, or s3://bucket/prefix/.',
    );
    expect(loadConfig({ VALUE_STORE: 'files', FILE_STORE: 'folder' }).valueStore).toBe('files');
  });
});

describe('values', () => {
  test.each<[Environment, Partial<Config>]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ OTEL_SERVICE_NAME: 'flows' }, { telemetry: undefined }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, { telemetry: undefined }],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant = 7,',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=ours,region=eu',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_METRICS_EXPORTER: 'none',
      },
      {
        telemetry: {
          endpoint: 'http://c:4318',
          headers: { authorization: 'Bearer a=b', 'x-tenant': '7' },
          attributes: { 'service.name': 'ours', region: 'eu' },
          traces: true,
          metrics: false,
          metricIntervalMs: 60_000,
          sampler: { name: 'parentbased_traceidratio', ratio: 0.25 },
        },
      },
    ],
    [{ ROLE: 'WORKER' }, { role: 'worker' }],
    [{ PUBLIC_URL: 'https://flows.example.com/' }, { publicUrl: 'https://flows.example.com' }],
    [{ DATA_DIR: '/var/lib/x' }, { dataDir: '/var/lib/x' }],
    [{ WAL_ARCHIVE_DIR: 'archive' }, { walArchiveDir: resolve('archive') }],
    [
      { CORS_ORIGINS: 'https://a.example, http://localhost:3000,' },
      { corsOrigins: ['https://a.example', 'http://localhost:3000'] },
    ],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, { rateLimitPerMinute: 0 }],
    [
      { DEMO: '0', CODE_NODE: 'true' },
      { demo: false, codeNode: true },
    ],
    [
      { OUTBOUND_ALLOW: '127.0.0.1,10.0.0.0/8,Intranet.local' },
      { outboundAllow: ['127.0.0.1', '10.0.0.0/8', 'intranet.local'] },
    ],
    [{ SMTP_URL: 'smtp://localhost:2525' }, { providers: { smtp: { url: 'smtp://localhost:2525', from: undefined } } }],
    [
      { LLM_BASE_URL: 'http://localhost:9/v1/', LLM_MODEL: 'm' },
      { providers: { llm: { baseUrl: 'http://localhost:9/v1', apiKey: undefined, model: 'm' } } },
    ],
    [
      { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM_NUMBER: '+15550100' },
      {
        providers: {
          twilio: { baseUrl: 'https://api.twilio.com', accountSid: 'AC1', authToken: 't', fromNumber: '+15550100' },
        },
      },
    ],
    [
      { JWT_JWKS_URL: 'https://id.example/jwks', JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'flows' },
      { trustedIssuer: { jwksUrl: 'https://id.example/jwks', issuer: 'https://id.example', audience: 'flows' } },
    ],
  ])('%j is understood', (env, expected) => {
    expect(loadConfig(env)).toMatchObject(expected);
  });

  test('a large quota is a whole number, too', () => {
    expect(loadConfig({ QUOTA_EXECUTIONS_QUEUED: '1000000000000' }).quotaExecutionsQueued).toBe(1e12);
  });

  test('a port is a whole number in the allowed range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -70_000, max: 140_000 }), (port) => {
        const errors = errorsOf({ PORT: String(port) });
        expect(errors.length).toBe(port >= 0 && port <= 65_535 ? 0 : 1);
      }),
    );
  });
});

describe('errors', () => {
  test.each<[Environment, RegExp]>([
    [{ PORT: 'abc' }, /^PORT must be a port number from 0 to 65535, not "abc"\.$/],
    [{ PORT: '4e3' }, /^PORT /],
    [{ PORT: '4001', HEALTH_PORT: '4001' }, /^HEALTH_PORT must not be the same as PORT \(4001\)/],
    [{ DRAIN_DELAY_SECONDS: '601' }, /^DRAIN_DELAY_SECONDS /],
    [{ DB_POOL_SIZE: '4' }, /^DB_POOL_SIZE must be a whole number from 5 to 10000/],
    [{ DATABASE_DIRECT_URL: 'postgres://db/app' }, /^DATABASE_URL is required together with DATABASE_DIRECT_URL/],
    [{ HOST: '300.1.1.1' }, /^HOST /],
    [{ PUBLIC_URL: 'flows.example.com' }, /^PUBLIC_URL /],
    [{ ROLE: 'master' }, /^ROLE must be one of `all`, `api`, `worker`, not "master"\.$/],
    [{ REGISTRATION: 'yes' }, /^REGISTRATION /],
    [{ DEMO: 'maybe' }, /^DEMO must be true or false, not "maybe"\.$/],
    [{ CREDITS_SELF_SERVICE: 'sometimes' }, /^CREDITS_SELF_SERVICE must be true or false, not "sometimes"\.$/],
    [{ RETENTION_DAYS: '0' }, /^RETENTION_DAYS /],
    [{ AUTH_RATE_LIMIT: '0' }, /^AUTH_RATE_LIMIT /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
    [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS /],
    [{ CORS_ORIGINS: 'https://a.example/path' }, /^CORS_ORIGINS /],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY /],
    [{ OUTBOUND_ALLOW: '10.0.0.0/99' }, /^OUTBOUND_ALLOW /],
    [{ OUTBOUND_ALLOW: 'http://host/' }, /^OUTBOUND_ALLOW /],
    [
      { JWT_ISSUER: 'x', JWT_AUDIENCE: 'y' },
      /^JWT_JWKS_URL is required together with JWT_ISSUER and JWT_AUDIENCE; it must be an HTTP or HTTPS URL/,
    ],
    [{ TWILIO_ACCOUNT_SID: 'x' }, /^TWILIO_AUTH_TOKEN is required together with /],
    [{ WHATSAPP_ACCESS_TOKEN: 'x' }, /^WHATSAPP_PHONE_NUMBER_ID is required together with /],
    [{ SMTP_FROM: 'a@b.example' }, /^SMTP_URL is required together with /],
    [{ EMAIL_VERIFICATION: 'required' }, /^SMTP_URL is required together with EMAIL_VERIFICATION=required/],
    [{ EMAIL_VERIFICATION: 'yes' }, /^EMAIL_VERIFICATION /],
    [{ LLM_API_KEY: 'x' }, /^LLM_MODEL is required together with /],
    [{ ...production, JWT_SECRET: undefined }, /^JWT_SECRET is required in production; it must be /],
    [{ ...production, VAULT_KEYS: '' }, /^VAULT_KEYS is required in production; it must be /],
    [{ PORT: '1', PORT_FILE: '/x' }, /^PORT and PORT_FILE must not both be set; /],
    [{ JWT_SECRET_FILE: '/nowhere' }, /^JWT_SECRET_FILE must name a readable file .*ENOENT/],
  ])('%j has one error', (env, expected) => {
    expect(errorsOf(env)).toEqual([expect.stringMatching(expected)]);
  });

  test('all are listed at once in one message', () => {
    const wrong = { PORT: 'x', ROLE: 'y', CREDITS_SELF_SERVICE: 'on', TWILIO_AUTH_TOKEN: 'z' };
    expect(() => loadConfig({ NODE_ENV: 'production', ...wrong })).toThrow(
      /has 6 errors:\n {2}PORT .*\n {2}ROLE .*\n {2}CREDITS_SELF_SERVICE .*\n {2}JWT_SECRET .*\n {2}VAULT_KEYS .*\n {2}TWILIO_ACCOUNT_SID /,
    );
  });

  test.each(['JWT_SECRET', 'VAULT_KEYS', 'DATABASE_URL', 'SMTP_URL'] as const)('%s is never shown', (name) => {
    const errors = errorsOf({ [name]: 'hunter2' });
    expect(errors).toEqual([expect.stringMatching(`^${name} `)]);
    expect(errors.join()).not.toContain('hunter2');
  });

  test.each(['k1', `k1:${'A'.repeat(20)}`, `${VAULT_KEYS},k1:${KEY.toString('base64')}`, `:${KEY.toString('base64')}`])(
    'the vault keys %j are refused',
    (keys) => {
      expect(errorsOf({ VAULT_KEYS: keys })).toHaveLength(1);
    },
  );
});

describe('X_FILE', () => {
  test('names a file that holds X, with or without a trailing line break', async () => {
    const path = join(folder.path, 'secret');
    await writeFile(path, `${JWT_SECRET}\n`);
    expect(loadConfig({ JWT_SECRET_FILE: path }).jwtSecret).toBe(JWT_SECRET);
  });

  test('is supported for every variable, with the same errors', async () => {
    const path = join(folder.path, 'any');
    const outcome = (env: Environment) => {
      try {
        return loadConfig(env);
      } catch (error) {
        return (error as ConfigError).errors;
      }
    };
    const texts = ['true', '7', 'all', 'any text', 'https://a.example', 'postgres://u:p@h/d', 'smtp://h', VAULT_KEYS];
    for (const text of texts) {
      await writeFile(path, `${text}\n`);
      for (const name of Object.keys(settings)) {
        expect([name, outcome({ [`${name}_FILE`]: path })]).toEqual([name, outcome({ [name]: text })]);
      }
    }
  });

  test('satisfies the requirements of production', async () => {
    const path = join(folder.path, 'keys');
    await writeFile(path, VAULT_KEYS);
    const { VAULT_KEYS: _, ...rest } = production;
    expect(loadConfig({ ...rest, VAULT_KEYS_FILE: path }).vaultKeys).toHaveLength(2);
  });

  test('an empty file is an error', async () => {
    const path = join(folder.path, 'empty');
    await writeFile(path, '\n');
    expect(errorsOf({ ...production, JWT_SECRET: undefined, JWT_SECRET_FILE: path })).toEqual([
      expect.stringMatching(/^JWT_SECRET_FILE must not name an empty file/),
    ]);
  });
});

test('every setting has a description and accepted values, and requires settings that exist', () => {
  const entries = Object.entries<Setting>(settings);
  const silent = entries.filter(([, { description, type }]) => !description.endsWith('.') || !type.description);
  const unknown = entries.flatMap(([, { needs = [] }]) => needs.filter((name) => !Object.hasOwn(settings, name)));
  expect({ silent, unknown }).toEqual({ silent: [], unknown: [] });
});
