import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { type LOG_LEVELS, type VariableName, Variables } from './config-variables.js';
import type { VaultKey } from './platform/instance-keys.js';
import { type ProviderSettings, readProviderSettings } from './platform/providers/provider-settings.js';

/** Everything that can be set from outside, parsed. Made once at start; nothing else reads the environment. */
export interface Config {
  production: boolean;
  /** No DATABASE_URL: the server starts its own Postgres in `dataDir`. */
  embedded: boolean;
  databaseUrl?: string;
  /** Absolute. */
  dataDir: string;
  role: 'all' | 'api' | 'worker';
  host: string;
  /** 0 asks the system for a free port. */
  port: number;
  /** Without a slash at its end. Absent: the address that the server listens on. */
  publicUrl?: string;
  /** Runs of one workspace that compute at a time in this process. */
  workerConcurrency: number;
  registration: 'open' | 'first' | 'closed';
  demo: boolean;
  /** Absent outside production: the instance makes and keeps its own. */
  jwtSecret?: string;
  /** Absent outside production: the instance makes and keeps its own. The first encrypts, all decrypt. */
  vaultKeys?: VaultKey[];
  /** A second issuer of access tokens. */
  trustedIssuer?: { jwksUrl: string; issuer: string; audience: string };
  corsOrigins: string[];
  /** Number of hops or addresses of proxies, as express takes them; false trusts none. */
  trustProxy: false | number | string[];
  retentionDays: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Requests for each caller and workspace; 0 is no limit. */
  rateLimitPerMinute: number;
  /** Requests for each address and minute on the credential routes. */
  authRateLimit: number;
  codeNode: boolean;
  /** Host names, addresses and CIDRs that flows may reach although private. */
  outboundAllow: string[];
  /** Those that the server has credentials for. */
  providers: ProviderSettings;
  metricsToken?: string;
  /** Credits of a new account, in millionths. */
  startingCreditsMicros: bigint;
  /** Whether owners may add credits to their own wallet; else only the operator does. */
  creditsSelfService: boolean;
}

/** The environment cannot be used. The message lists every fault, one a line, and shows no secret. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${indent(faults)}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Texts = Partial<Record<VariableName, string>>;
type Values = z.infer<typeof Variables>;

/**
 * Parses the environment. An empty variable counts as absent; `X_FILE` names a file that holds `X`.
 * @throws ConfigError with all faults at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const { texts, faults } = readTexts(env);
  const parsed = Variables.safeParse(texts);
  const all = [
    ...faults.values(),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...missing(texts, (name) => faults.has(name)),
  ];
  if (!parsed.success || all.length > 0) throw new ConfigError(all);
  return assemble(parsed.data);
}

function readTexts(env: NodeJS.ProcessEnv): { texts: Texts; faults: Map<VariableName, string> } {
  const texts: Texts = {};
  const faults = new Map<VariableName, string>();
  for (const name of Object.keys(Variables.shape) as VariableName[]) {
    const file = env[`${name}_FILE`];
    const text = env[name]?.trim();
    if (text && file) {
      faults.set(name, `${name} and ${name}_FILE are both set; set one of them.`);
    } else if (file) {
      try {
        texts[name] = readFileSync(file, 'utf8').trim() || undefined;
        if (!texts[name]) faults.set(name, `${name}_FILE names an empty file, ${file}; put the value into it.`);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        faults.set(name, `${name}_FILE cannot be read (${reason}); name a readable file that holds ${name}.`);
      }
    } else if (text) {
      texts[name] = text;
    }
  }
  return { texts, faults };
}

/** Variables that must not be absent beside others. A variable whose file is at fault is not reported twice. */
function missing(texts: Texts, isKnownFault: (name: VariableName) => boolean): string[] {
  const faults: string[] = [];
  const need = (names: VariableName[], reason: string) => {
    for (const name of names) {
      if (!texts[name] && !isKnownFault(name)) faults.push(`${name} is missing; ${reason}`);
    }
  };
  const together = (...names: VariableName[]) => {
    if (names.some((name) => texts[name])) need(names, `set ${names.join(', ')} together, or none of them.`);
  };
  if (texts.NODE_ENV === 'production') {
    need(['JWT_SECRET'], 'production needs at least 32 characters, made by: openssl rand -base64 48');
    need(['VAULT_KEYS'], 'production needs it, made by: echo "k1:$(openssl rand -base64 32)"');
  }
  together('JWT_JWKS_URL', 'JWT_ISSUER', 'JWT_AUDIENCE');
  together('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN');
  together('WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID');
  if (texts.SMTP_FROM) need(['SMTP_URL'], 'SMTP_FROM alone sends nothing.');
  if (texts.LLM_API_KEY || texts.LLM_BASE_URL) need(['LLM_MODEL'], 'name the model to ask for.');
  return faults;
}

function assemble(values: Values): Config {
  const production = values.NODE_ENV === 'production';
  const embedded = values.DATABASE_URL === undefined;
  return {
    production,
    embedded,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    role: values.ROLE,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    workerConcurrency: values.WORKER_CONCURRENCY,
    registration: values.REGISTRATION ?? (production ? 'first' : 'open'),
    demo: values.DEMO ?? (embedded && !production),
    jwtSecret: values.JWT_SECRET,
    vaultKeys: values.VAULT_KEYS,
    corsOrigins: values.CORS_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    retentionDays: values.RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    authRateLimit: values.AUTH_RATE_LIMIT ?? (production ? 30 : 300),
    codeNode: values.CODE_NODE,
    outboundAllow: values.OUTBOUND_ALLOW,
    metricsToken: values.METRICS_TOKEN,
    startingCreditsMicros: production ? 0n : 1_000_000_000n,
    creditsSelfService: values.CREDITS_SELF_SERVICE ?? (embedded && !production),
    ...trustedIssuer(values),
    providers: readProviderSettings(values),
  };
}

function trustedIssuer(values: Values): Pick<Config, 'trustedIssuer'> {
  const { JWT_JWKS_URL: jwksUrl, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = values;
  return jwksUrl && issuer && audience ? { trustedIssuer: { jwksUrl, issuer, audience } } : {};
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
