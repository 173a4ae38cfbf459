import { bytesOf, encodedBytes, exactNumber } from './bytes.js';

/** What the driver says of a column. */
export interface MysqlColumn {
  name: string;
  columnType?: number;
  columnLength?: number;
}

const types = { float: 4, timestamp: 7, longlong: 8, datetime: 12, bit: 16, decimal: 0, newDecimal: 246 } as const;

/** A value of a column, from what the driver reads: numbers that lose nothing, times as texts, bytes in base64. */
export function decodeMysql({ columnType, columnLength }: MysqlColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (columnType) {
    case types.decimal:
    case types.newDecimal:
    case types.longlong:
      return exactNumber(String(value));
    case types.float:
      return typeof value === 'number' ? shortest(value) : value;
    case types.timestamp:
      return `${String(value).replace(' ', 'T')}Z`;
    case types.datetime:
      return String(value).replace(' ', 'T');
    case types.bit:
      return Buffer.isBuffer(value) && (columnLength ?? 0) <= 53 ? bits(value) : other(value);
    default:
      return other(value);
  }
}

/** A parameter, as the driver binds it: objects and lists as JSON. */
export function encodeMysql(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const bytes = bytesOf(value);
  if (bytes) return bytes;
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'bigint' ? String(value) : value;
}

function other(value: unknown): unknown {
  return Buffer.isBuffer(value) ? encodedBytes(value) : value;
}

function bits(bytes: Buffer): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** The shortest number that is the same with the precision of the column. */
function shortest(value: number): number {
  const digits = [6, 7, 8].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
  return digits === undefined ? value : Number(value.toPrecision(digits));
}
