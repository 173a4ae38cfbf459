import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isConnectionUrl } from '../platform/database/connection-config.js';
import { parseVaultKeys, type VaultKey } from '../platform/instance-keys.js';
import { parseSender } from '../platform/mail/mail-sender.js';
import { isRedisUrl } from '../platform/wakeups/redis-address.js';

/** The type of a setting. Its description completes "NAME must be …". */
export type SettingType<T> = z.ZodType<T, string>;

/** Parses a text; undefined for one that is invalid. */
type Reader<T> = (text: string) => T | undefined;

/** Any text. @param accepts what the documentation shows as accepted */
export function textSetting(accepts: string): SettingType<string> {
  return z.string().describe(accepts);
}

/** A text of at least `min` characters. @param accepts completes "NAME must be …" */
export function longTextSetting(min: number, accepts: string): SettingType<string> {
  return read((value) => (value.length >= min ? value : undefined), accepts);
}

/** One of the allowed words, in any case. */
export function oneOfSetting<const T extends string>(...allowed: readonly T[]): SettingType<T> {
  return read(
    (value) => allowed.find((word) => word === value.toLowerCase()),
    `one of ${allowed.map((word) => `\`${word}\``).join(', ')}`,
  );
}

/** Where bytes of files are stored. */
export const filePlace: SettingType<string> = read(
  (value) =>
    /^(database|folder|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/([\w.-]+\/)*)$/.test(value) ? value : undefined,
  '`database`, `folder`, or s3://bucket/prefix/ with a slash at its end',
);

/** `true`, `1`, `false` or `0`. */
export const flagSetting: SettingType<boolean> = read((value) => {
  const values: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
  return values[value.toLowerCase()];
}, 'true or false');

/** A whole number, both bounds included. @param what completes "NAME must be …" */
export function wholeNumber(min: number, max: number, what = 'a whole number'): SettingType<number> {
  return read(wholeNumberIn(min, max), `${what} from ${min} to ${max}`);
}

/** A number from 0 to 1. */
export const fraction: SettingType<number> = read((value) => {
  const number = Number(value);
  return number >= 0 && number <= 1 && value.trim() !== '' ? number : undefined;
}, 'a number from 0 to 1');

/** Names and values; in both, `%2C` is a comma and `%3D` an equals sign. */
export const keyValues: SettingType<Record<string, string>> = read((value) => {
  const pairs = value
    .split(',')
    .filter(Boolean)
    .map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair)?.slice(1));
  if (!pairs.every((pair) => pair !== undefined)) return undefined;
  try {
    return Object.fromEntries(pairs.map((pair) => pair.map(decodeURIComponent)));
  } catch {
    return undefined;
  }
}, 'pairs `name=value`, separated by commas');

/** An HTTP or HTTPS URL, stored without trailing slashes. @param example shown in the description */
export function httpUrl(example?: string): SettingType<string> {
  return read(readHttpUrl, `an HTTP or HTTPS URL${example ? `, for example ${example}` : ''}`);
}

/** A URL of one of these protocols, `smtp:` for example. @param accepts completes "NAME must be …" */
export function urlOf(protocols: readonly string[], accepts: string): SettingType<string> {
  return read(readUrl(protocols), accepts);
}

/** The address of a Postgres database. */
export const postgresUrl: SettingType<string> = read(
  (value) => (isConnectionUrl(value) ? value : undefined),
  'postgres://user:password@host:5432/database (in the password, write # / ? @ : and % as %23 %2F %3F %40 %3A %25)',
);

/** The address of a Redis. */
export const redisUrl: SettingType<string> = read(
  (value) => (isRedisUrl(value) ? value : undefined),
  'redis://user:password@host:6379/0, or rediss:// for TLS, then also with sslmode, sslrootcert, sslcert, sslkey and sslpassword',
);

/** The keys that encrypt secrets; the first encrypts, all decrypt. */
export const vaultKeys: SettingType<VaultKey[]> = read(
  parseVaultKeys,
  'id:key pairs separated by commas, each id once, each key 32 bytes in base64; create one with: echo "k1:$(openssl rand -base64 32)"',
);

/** Origins of web pages, separated by commas. */
export const origins: SettingType<string[]> = read(
  listOf(readOrigin),
  'origins separated by commas, for example https://app.example.com, without paths or *',
);

/** One origin. */
export const originSetting: SettingType<string> = read(
  readOrigin,
  'an origin, for example https://hooks.example.net, without a path',
);

/** A signing secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export const webhookSecret: SettingType<string> = read((value) => {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64 ? value : undefined;
}, '`whsec_` and 24 to 64 bytes in base64; create one with: echo "whsec_$(openssl rand -base64 32)"');

/** An address to listen on. */
export const hostToListenOn: SettingType<string> = read(
  (value) => (isIP(value) || isHostName(value) ? value : undefined),
  'an IP address or host name to listen on, for example 127.0.0.1 or 0.0.0.0',
);

/** Host names, IP addresses and CIDR ranges, separated by commas. */
export const hostsAndRanges: SettingType<string[]> = read(
  listOf((value) => readAddress(value) ?? (isHostName(value) ? value.toLowerCase() : undefined)),
  'host names, IP addresses or CIDR ranges separated by commas, for example intranet.example.com,10.0.0.0/8',
);

/** Proxies whose headers are trusted, in the form that Express accepts; false for none. */
export const trustedProxies: SettingType<false | number | string[]> = read((value) => {
  if (value === 'false' || value === '0') return false;
  return wholeNumberIn(1, 100)(value) ?? listOf(readAddress)(value);
}, 'a number of proxies, or IP addresses and CIDR ranges separated by commas');

/** The sender of emails: exactly one address. */
export const sender: SettingType<string> = read(
  (value) => (parseSender(value) ? value : undefined),
  'one email address, alone or after a name, for example "Flows <flows@example.com>"',
);

function read<T>(reader: Reader<T>, accepts: string): SettingType<T> {
  const schema = z.string().transform((value, context): T => {
    const result = reader(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: accepts });
    return z.NEVER;
  });
  return schema.describe(accepts);
}

function wholeNumberIn(min: number, max: number): Reader<number> {
  return (value) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : -1;
    return number >= min && number <= max ? number : undefined;
  };
}

function readHttpUrl(value: string): string | undefined {
  return readUrl(['http:', 'https:'])(value)?.replace(/\/+$/, '');
}

function readUrl(protocols: readonly string[]): Reader<string> {
  return (value) => {
    const url = URL.parse(value);
    return url && protocols.includes(url.protocol) && (url.host || !url.protocol.startsWith('http'))
      ? value
      : undefined;
  };
}

function readOrigin(value: string): string | undefined {
  const url = readHttpUrl(value);
  return url !== undefined && new URL(url).origin === url.toLowerCase() ? url.toLowerCase() : undefined;
}

function readAddress(value: string): string | undefined {
  return isIP(value) || ipaddr.isValidCIDR(value) ? value : undefined;
}

function isHostName(value: string): boolean {
  const labels = value.split('.');
  // A name of digits and dots only is a mistyped IP address.
  return labels.every((label) => /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) && !/^[\d.]+$/.test(value);
}

function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (value) => {
    const entries = value.split(',').map((entry) => entry.trim());
    const values = entries.filter((entry) => entry !== '').map(reader);
    return values.every((one) => one !== undefined) ? values : undefined;
  };
}
