import { resolve } from 'node:path';
import { type PlatformSettings, readProviderSettings } from '../platform/providers/provider-settings.js';
import type { TelemetrySettings } from '../platform/tracing/telemetry-settings.js';
import { ConfigError } from './config-error.js';
import { type Environment, readTexts } from './read-texts.js';
import { defaultOf, type Instance, type Setting } from './setting.js';
import { type SettingName, settings } from './settings/index.js';

type Declared = typeof settings;
type Parsed<S> = S extends { type: { _output: infer T } } ? T : never;
type WithDefault = { [N in SettingName]: Declared[N] extends { default: unknown } ? N : never }[SettingName];
/** The values of the settings under the names of their environment variables. */
type Values = { [N in WithDefault]: Parsed<Declared[N]> } & {
  [N in Exclude<SettingName, WithDefault>]?: Parsed<Declared[N]>;
};
type NameOf<N extends keyof Values> = N extends SettingName
  ? Declared[N] extends { as: infer K extends string }
    ? K
    : never
  : never;

/** The parsed configuration. Read once at start; nothing else reads the environment. */
export type Config = Instance & { [N in keyof Values as NameOf<N>]: Values[N] } & {
  /** A second issuer of access tokens. */
  trustedIssuer?: { jwksUrl: string; issuer: string; audience: string };
  /** The providers that the server has credentials for. */
  providers: PlatformSettings;
  /** Where traces and metrics are exported to. */
  telemetry?: TelemetrySettings | undefined;
  /** Credits of a new account, in millionths. */
  startingCreditsMicros: bigint;
};

/**
 * Parses the environment. An empty variable counts as absent; `X_FILE` names a file that holds `X`.
 * @throws ConfigError with all errors at once
 */
export function loadConfig(env: Environment): Config {
  const { texts, errors } = readTexts(env);
  const instance = { production: texts.NODE_ENV === 'production', embedded: !texts.DATABASE_URL };
  const values: Record<string, unknown> = {};
  for (const [name, declared] of entries) {
    const text = texts[name];
    const result = text === undefined ? null : declared.type.safeParse(text);
    values[name] = result ? result.data : defaultOf(declared, instance);
    if (text !== undefined && result?.error) errors.set(name, messageOf(name, declared, text, result.error.issues));
  }
  const all = [
    ...errors.values(),
    ...missing(texts, instance, (name) => errors.has(name)),
    ...unreachable(texts),
    ...locked(values, errors.has('OIDC_PROVIDERS')),
    ...samePort(values),
    ...sameHost(values),
    ...samePlace(values),
  ];
  if (all.length > 0) throw new ConfigError(all);
  return assemble(values as Values, instance);
}

const entries = Object.entries<Setting>(settings) as [SettingName, Setting][];

function messageOf(
  name: string,
  { type, secret }: Setting,
  text: string,
  issues: readonly { message: string }[],
): string {
  // A setting with parts says which of them is wrong.
  const parts = issues.map(({ message }) => message).filter((message) => /^\[\d+\]/.test(message));
  if (parts.length > 0) return `${name}: ${parts.join('; ')}.`;
  return `${name} must be ${type.description}${secret ? '' : `, not ${JSON.stringify(text)}`}.`;
}

/** The errors of required settings that are not set. One whose file cannot be read is not reported twice. */
function missing(
  texts: Partial<Record<string, string>>,
  { production }: Instance,
  isReported: (name: SettingName) => boolean,
): string[] {
  return entries
    .filter(([name]) => !texts[name] && !isReported(name))
    .flatMap(([name, { type, requiredInProduction }]) => {
      if (production && requiredInProduction) {
        return [`${name} is required in production; it must be ${type.description}.`];
      }
      const needing = entries.filter(([other, { needs }]) => texts[other] && needs?.includes(name));
      const names = needing.map(([other]) => other).join(' and ');
      return needing.length > 0 ? [`${name} is required together with ${names}; it must be ${type.description}.`] : [];
    });
}

/** Users could verify no email. */
function unreachable({ EMAIL_VERIFICATION, SMTP_URL }: Partial<Record<string, string>>): string[] {
  return EMAIL_VERIFICATION === 'required' && !SMTP_URL
    ? ['SMTP_URL is required together with EMAIL_VERIFICATION=required: users verify their email by a mailed link.']
    : [];
}

/** No user could log in. */
function locked({ PASSWORD_LOGIN, OIDC_PROVIDERS }: Record<string, unknown>, isReported: boolean): string[] {
  const hasProvider = Array.isArray(OIDC_PROVIDERS) && OIDC_PROVIDERS.length > 0;
  return PASSWORD_LOGIN === false && !hasProvider && !isReported
    ? ['OIDC_PROVIDERS is required together with PASSWORD_LOGIN=false: without a provider no user could log in.']
    : [];
}

/** The role decides whether PORT is opened. */
function samePort({ PORT, HEALTH_PORT, ROLE }: Record<string, unknown>): string[] {
  return HEALTH_PORT && HEALTH_PORT === PORT && ROLE !== 'worker'
    ? [`HEALTH_PORT must not be the same as PORT (${PORT}), which answers the same paths.`]
    : [];
}

/** On one host either webhooks or everything else would be refused. */
function sameHost({ PUBLIC_URL, WEBHOOK_ORIGIN }: Record<string, unknown>): string[] {
  if (typeof PUBLIC_URL !== 'string' || typeof WEBHOOK_ORIGIN !== 'string') return [];
  return new URL(PUBLIC_URL).host === new URL(WEBHOOK_ORIGIN).host
    ? ['WEBHOOK_ORIGIN must have another host than PUBLIC_URL.']
    : [];
}

/** Values would be moved from the database to the database. */
function samePlace({ VALUE_STORE, FILE_STORE }: Record<string, unknown>): string[] {
  return VALUE_STORE === 'files' && FILE_STORE === 'database'
    ? ['VALUE_STORE=files requires a FILE_STORE that is not `database`: `folder`, or s3://bucket/prefix/.']
    : [];
}

function assemble(values: Values, instance: Instance): Config {
  const named = entries.flatMap(([name, { as }]) => (as === undefined ? [] : [[as, values[name]]]));
  const { JWT_JWKS_URL: jwksUrl, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = values;
  return {
    ...(Object.fromEntries(named) as Omit<Config, keyof Instance>),
    ...instance,
    dataDir: resolve(values.DATA_DIR),
    ...(values.WAL_ARCHIVE_DIR !== undefined && { walArchiveDir: resolve(values.WAL_ARCHIVE_DIR) }),
    ...(jwksUrl && issuer && audience && { trustedIssuer: { jwksUrl, issuer, audience } }),
    providers: readProviderSettings(values),
    ...telemetryOf(values),
    startingCreditsMicros: instance.production ? 0n : 1_000_000_000n,
  };
}

function telemetryOf(values: Values): Pick<Config, 'telemetry'> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: isDisabled } = values;
  if (!endpoint || isDisabled) return { telemetry: undefined };
  const attributes = { 'service.name': values.OTEL_SERVICE_NAME, ...values.OTEL_RESOURCE_ATTRIBUTES };
  const telemetry = {
    endpoint,
    attributes,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    traces: values.OTEL_TRACES_EXPORTER === 'otlp',
    metrics: values.OTEL_METRICS_EXPORTER === 'otlp',
    sampler: { name: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG },
    metricIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
  };
  return { telemetry };
}
