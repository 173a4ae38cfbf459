import type { RuntimeConfig } from '../../src/app/runtime-config.js';
import { loadConfig } from '../../src/config/index.js';
import type { TestAppOptions } from './app.js';

/** The configuration of a process under test. Defaults to the defaults of the server. */
export function testConfig(databaseUrl: string, options: TestAppOptions = {}): RuntimeConfig {
  const { production = false, limits, smtp, creditsSelfService = !production } = options;
  const defaults = loadConfig({});
  const { quotas = {}, callsAtOnce } = options;
  return {
    ...defaults,
    quotaExecutionsInFlight: quotas.executionsInFlight ?? defaults.quotaExecutionsInFlight,
    quotaExecutionsQueued: quotas.executionsQueued ?? defaults.quotaExecutionsQueued,
    // Tests start more than a workspace needs.
    quotaExecutionsStartedPerMinute: quotas.executionsStartedPerMinute ?? 1_000_000,
    quotaDescendantsOfRoot: quotas.descendantsOfRoot ?? defaults.quotaDescendantsOfRoot,
    quotaStorageBytes: quotas.storageBytes ?? defaults.quotaStorageBytes,
    quotaStateEntries: quotas.stateEntries ?? defaults.quotaStateEntries,
    aiConcurrency: callsAtOnce ?? defaults.aiConcurrency,
    sendConcurrency: callsAtOnce ?? defaults.sendConcurrency,
    wakeupUrl: options.wakeupUrl,
    ...(options.replica && {
      databaseReplicaUrl: options.replica.url,
      replicaMaxLagSeconds: options.replica.maxLagSeconds,
    }),
    ...(options.pooler && { databaseDirectUrl: databaseUrl }),
    databaseUrl: options.pooler?.urlOf(databaseUrl) ?? databaseUrl,
    demo: false,
    role: options.worker ? 'all' : 'api',
    production,
    creditsSelfService,
    // With the embedded Postgres, messages without a provider stay in the sandbox.
    embedded: options.sandbox ?? true,
    publicUrl: 'http://localhost:4000',
    stripeWebhookSecret: options.stripeWebhookSecret,
    paymentWebhookSecret: options.paymentWebhookSecret,
    registration: options.registration ?? 'open',
    workspaceCreation: options.workspaceCreation ?? 'members',
    emailVerification: options.emailVerification ?? 'optional',
    loginProviders: [...(options.loginProviders ?? [])],
    passwordLogin: options.passwordLogin ?? true,
    jwtSecret: options.jwtSecret ?? 'a secret of at least thirty-two characters',
    vaultKeys: options.vaultKeys ?? [{ id: 'k1', key: Buffer.alloc(32, 7) }],
    logLevel: 'fatal',
    ...(options.telemetry && { telemetry: options.telemetry }),
    ...options.connections,
    ...(options.webhookOrigin && { webhookOrigin: options.webhookOrigin }),
    corsOrigins: options.corsOrigins ?? [],
    graphqlTrustedOnly: options.trustedDocuments !== undefined,
    ...(options.trustedDocuments && { graphqlDocuments: options.trustedDocuments }),
    trustProxy: options.trustProxy ?? false,
    rateLimitPerMinute: limits?.perMinute ?? 0,
    authRateLimit: limits?.credentialsPerMinute ?? 1_000_000,
    outboundAllow: options.outboundAllow ?? ['127.0.0.1'],
    providers: { ...(smtp && { smtp }), ...options.providers },
    codeNode: 'codeNode' in options ? options.codeNode : true,
    workerConcurrency: options.concurrency ?? 20,
    // Tests insert executions of other years.
    retentionDays: 36_500,
    // Some tests stop a worker whose step never ends.
    shutdownGraceSeconds: 1,
  };
}
