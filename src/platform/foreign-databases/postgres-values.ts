import { bytesOf, encodedBytes, exactNumber } from './bytes.js';
import { parseList } from './postgres-list.js';

type Decode = (text: string) => unknown;

const oids = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;
const jsonTypes = new Set<number>([oids.json, oids.jsonb]);

/** The types of lists, and that of their entries. Lists of other types stay texts. */
const lists = new Map<number, number>([
  [199, oids.json],
  [1000, oids.bool],
  [1001, oids.bytea],
  [1005, oids.int2],
  [1007, oids.int4],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, oids.int8],
  [1021, oids.float4],
  [1022, oids.float8],
  [1028, oids.oid],
  [1115, oids.timestamp],
  [1182, 1082],
  [1185, oids.timestamptz],
  [1231, oids.numeric],
  [2951, 2950],
  [3807, oids.jsonb],
]);

const decoders = new Map<number, Decode>([
  [oids.bool, (text) => text === 't'],
  [oids.bytea, bytes],
  [oids.int2, Number],
  [oids.int4, Number],
  [oids.oid, Number],
  [oids.int8, exactNumber],
  [oids.numeric, exactNumber],
  [oids.float4, exactFloat],
  [oids.float8, exactFloat],
  [oids.json, JSON.parse],
  [oids.jsonb, JSON.parse],
  [oids.timestamp, (text) => text.replace(' ', 'T')],
  [oids.timestamptz, instant],
]);

/** A value of a column, from the text that the server sends. Types that are not listed stay texts. */
export function decodePostgres(type: number, text: string | null): unknown {
  if (text === null) return null;
  const entry = lists.get(type);
  if (entry === undefined) return decoders.get(type)?.(text) ?? text;
  const decode = decoders.get(entry) ?? ((one: string) => one);
  return parseList(text, decode);
}

/**
 * A parameter, as the server reads it for the type that the statement gives it.
 * @returns the text or the bytes that are sent; null for null
 */
export function encodePostgres(value: unknown, type: number): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (jsonTypes.has(type)) return JSON.stringify(value);
  const binary = bytesOf(value);
  if (binary) return type === oids.bytea ? binary : `\\x${binary.toString('hex')}`;
  if (Array.isArray(value)) return listText(value, lists.get(type) ?? 25);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function listText(values: readonly unknown[], entry: number): string {
  const texts = values.map((value) => {
    if (Array.isArray(value) && !jsonTypes.has(entry)) return listText(value, entry);
    const encoded = encodePostgres(value, entry);
    if (encoded === null) return 'null';
    const text = Buffer.isBuffer(encoded) ? `\\x${encoded.toString('hex')}` : encoded;
    return `"${text.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${texts.join(',')}}`;
}

function bytes(text: string): unknown {
  return text.startsWith('\\x') ? encodedBytes(Buffer.from(text.slice(2), 'hex')) : text;
}

/** NaN and infinity have no number in JSON. */
function exactFloat(text: string): number | string {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** A time with its zone in UTC, with all the digits that the server has. */
function instant(text: string): string {
  const [, day, time, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::\d\d)?)$/.exec(text) ?? [];
  const date = new Date(`${day}T${time}${zone?.length === 3 ? `${zone}:00` : zone}`);
  return Number.isNaN(date.getTime()) ? text : `${date.toISOString().slice(0, 19)}${fraction}Z`;
}
