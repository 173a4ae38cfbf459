import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isConnectionUrl } from './platform/database/connection-config.js';
import { parseVaultKeys } from './platform/instance-keys.js';
import { parseSender } from './platform/mail-sender.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Every variable, its form and its fixed default. Defaults that depend on the kind of instance stand in `config.ts`.
 * A message reads on after the variable's name: what is wrong, then what would be right.
 */
export const Variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: variable(wholeNumber(0, 65_535), 'a port number from 0 to 65535').default(4000),
  HOST: variable(host, 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0').optional(),
  PUBLIC_URL: variable(httpUrl, 'the http(s) URL that clients use, such as https://flows.example.com').optional(),
  DATABASE_URL: secret(
    connectionUrl,
    'postgres://user:password@host:5432/database (of the password, # / ? @ : and % as %23 %2F %3F %40 %3A %25)',
  ).optional(),
  DATA_DIR: variable(anyText, 'a folder').default('.data'),
  ROLE: oneOf('all', 'api', 'worker').default('all'),
  WORKER_CONCURRENCY: variable(wholeNumber(1, 1_000), 'a whole number from 1 to 1000').default(10),
  REGISTRATION: oneOf('open', 'first', 'closed').optional(),
  DEMO: flag().optional(),
  CREDITS_SELF_SERVICE: flag().optional(),
  JWT_SECRET: secret(atLeast(32), 'at least 32 characters, made by: openssl rand -base64 48').optional(),
  VAULT_KEYS: secret(
    parseVaultKeys,
    'id:key pairs separated by commas, each id once, each key 32 bytes in base64, made by: echo "k1:$(openssl rand -base64 32)"',
  ).optional(),
  JWT_JWKS_URL: variable(httpUrl, "the http(s) URL of the issuer's key set").optional(),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  CORS_ORIGINS: variable(
    listOf(origin),
    'origins separated by commas, such as https://app.example.com, without paths or *',
  ).default([]),
  TRUST_PROXY: variable(trustedProxies, 'a number of hops, or addresses and CIDRs separated by commas').default(false),
  RETENTION_DAYS: variable(wholeNumber(1, 36_500), 'a whole number of days from 1 to 36500').default(30),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
  RATE_LIMIT_PER_MINUTE: variable(
    wholeNumber(0, 10_000_000),
    'a whole number of requests; 0 turns the limiter off',
  ).default(600),
  AUTH_RATE_LIMIT: variable(wholeNumber(1, 10_000_000), 'a whole number of requests a minute, at least 1').optional(),
  CODE_NODE: flag().default(false),
  OUTBOUND_ALLOW: variable(
    listOf(hostOrCidr),
    'host names, addresses or CIDRs separated by commas, such as intranet.example.com,10.0.0.0/8',
  ).default([]),
  SMTP_URL: secret(urlOf('smtp:', 'smtps:'), 'smtp://user:password@host:587, or smtps://').optional(),
  SMTP_FROM: variable(sender, 'one address, such as "Flows <flows@example.com>"').optional(),
  TWILIO_BASE_URL: variable(httpUrl, 'an http(s) URL').default('https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM_NUMBER: z.string().optional(),
  TWILIO_STREAM_URL: variable(urlOf('wss:', 'ws:'), 'wss://…').optional(),
  WHATSAPP_BASE_URL: variable(httpUrl, 'an http(s) URL').default('https://graph.facebook.com/v23.0'),
  WHATSAPP_ACCESS_TOKEN: z.string().optional(),
  WHATSAPP_PHONE_NUMBER_ID: z.string().optional(),
  WHATSAPP_APP_SECRET: z.string().optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().optional(),
  LLM_BASE_URL: variable(httpUrl, 'an http(s) URL').optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  METRICS_TOKEN: z.string().optional(),
});

export type VariableName = keyof typeof Variables.shape;

/** Reads one text; undefined means that it has not the form. */
type Reader<T> = (text: string) => T | undefined;

function variable<T>(read: Reader<T>, right: string) {
  return parsed(read, (text) => `is ${JSON.stringify(text)}; give ${right}.`);
}

/** Like `variable`, but its value never shows in the message. */
function secret<T>(read: Reader<T>, right: string) {
  return parsed(read, () => `has not the right form; give ${right}.`);
}

function parsed<T>(read: Reader<T>, messageFor: (text: string) => string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: messageFor(text) });
    return z.NEVER;
  });
}

function oneOf<const T extends string>(...allowed: readonly T[]) {
  return variable((text) => allowed.find((value) => value === text.toLowerCase()), `one of ${allowed.join(', ')}`);
}

function flag() {
  const values: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
  return variable((text) => values[text.toLowerCase()], 'true or false');
}

function anyText(text: string): string {
  return text;
}

function atLeast(length: number): Reader<string> {
  return (text) => (text.length >= length ? text : undefined);
}

function wholeNumber(min: number, max: number): Reader<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    return value >= min && value <= max ? value : undefined;
  };
}

function httpUrl(text: string): string | undefined {
  return urlOf('http:', 'https:')(text)?.replace(/\/+$/, '');
}

function urlOf(...protocols: string[]): Reader<string> {
  return (text) => {
    const url = URL.parse(text);
    return url && protocols.includes(url.protocol) && (url.host || !url.protocol.startsWith('http')) ? text : undefined;
  };
}

function connectionUrl(text: string): string | undefined {
  return isConnectionUrl(text) ? text : undefined;
}

function origin(text: string): string | undefined {
  const url = httpUrl(text);
  return url !== undefined && new URL(url).origin === url.toLowerCase() ? url.toLowerCase() : undefined;
}

function sender(text: string): string | undefined {
  return parseSender(text) ? text : undefined;
}

function host(text: string): string | undefined {
  return isIP(text) || isHostName(text) ? text : undefined;
}

function address(text: string): string | undefined {
  return isIP(text) || ipaddr.isValidCIDR(text) ? text : undefined;
}

function hostOrCidr(text: string): string | undefined {
  return address(text) ?? (isHostName(text) ? text.toLowerCase() : undefined);
}

function isHostName(text: string): boolean {
  const labels = text.split('.');
  // All digits would be a mistyped address.
  return labels.every((label) => /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) && !/^[\d.]+$/.test(text);
}

function trustedProxies(text: string): false | number | string[] | undefined {
  if (text === 'false' || text === '0') return false;
  return wholeNumber(1, 100)(text) ?? listOf(address)(text);
}

function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (text) => {
    const entries = text.split(',').map((entry) => entry.trim());
    const values = entries.filter((entry) => entry !== '').map(read);
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}
