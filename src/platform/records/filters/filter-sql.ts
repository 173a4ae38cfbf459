import { readIsoTime } from '../../iso-time.js';
import { type AnyRecord, recordColumn } from '../record-definition.js';
import { customFields, filterFields } from './filter-class.js';
import type { Comparison } from './operators.js';

/** Values by comparison; all that are sent must hold. */
type Comparisons = Readonly<Partial<Record<Comparison, unknown>>>;
type Bind = (value: unknown) => string;

/**
 * The conditions of a validated `filter` on the rows `r`.
 * @param bind adds a value to those of the statement and returns its place; `$1` is the workspace
 */
export function filterConditions(record: AnyRecord, filter: Readonly<Record<string, unknown>>, bind: Bind): string[] {
  const { or, ...own } = filter;
  const branches = (or as Record<string, unknown>[] | null | undefined)?.map((branch) => allOf(record, branch, bind));
  return [...conditionsOf(record, own, bind), ...(branches ? [`(${branches.join(' or ')})`] : [])];
}

function allOf(record: AnyRecord, branch: Readonly<Record<string, unknown>>, bind: Bind): string {
  const conditions = conditionsOf(record, branch, bind);
  return conditions.length > 0 ? `(${conditions.join(' and ')})` : 'true';
}

function conditionsOf(record: AnyRecord, filter: Readonly<Record<string, unknown>>, bind: Bind): string[] {
  const types = new Map([
    ...filterFields(record).map(([name, { sqlType }]) => [name, sqlType] as const),
    ...['createdAt', 'updatedAt'].map((name) => [name, 'timestamptz'] as const),
    ['id', 'uuid'] as const,
  ]);
  return Object.entries(filter).flatMap(([name, sent]) => {
    if (sent === undefined || sent === null) return [];
    if (name === customFields) {
      return (sent as (Comparisons & { key: string })[]).flatMap((one) => ofCustomField(one, bind));
    }
    const sqlType = types.get(name) ?? 'text';
    const entries = comparisonsOf(sent as Comparisons);
    if (sqlType === 'text[]')
      return entries.map(([comparison, value]) => ofLabels(record, name, comparison, bind(value)));
    return entries.map(([comparison, value]) => ofColumn(recordColumn(name), sqlType, comparison, value, bind));
  });
}

function comparisonsOf(sent: Comparisons): [Comparison, unknown][] {
  const entries = Object.entries(sent) as [Comparison, unknown][];
  return entries.filter(([, value]) => value !== undefined && value !== null);
}

const operators = { eq: '=', ne: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function ofColumn(column: string, sqlType: string, comparison: Comparison, value: unknown, bind: Bind): string {
  if (comparison === 'isNull') return `${column} is ${value ? '' : 'not '}null`;
  if (comparison === 'in') return `${column} = any(${bind(value)}::${sqlType}[])`;
  const compared = sqlType === 'timestamptz' ? timeOf(comparison, String(value)) : value;
  return `${column} ${operators[comparison]} ${bind(compared)}::${sqlType}`;
}

/** A date is the whole UTC day: what is after it begins with the next one. */
function timeOf(comparison: Comparison, text: string): Date | null {
  return readIsoTime(text, comparison === 'gt' || comparison === 'lte' ? '23:59:59.999' : '00:00:00.000');
}

/** Whether one of the labels of a row is a value. */
function ofLabels({ tagTable }: AnyRecord, name: string, comparison: Comparison, at: string): string {
  const negated = comparison === 'ne' ? 'not ' : '';
  const values = comparison === 'in' ? `${at}::text[]` : `array[${at}]::text[]`;
  return tagTable
    ? `${negated}r.id in (select t.${tagTable.id} from ${tagTable.name} t where t.workspace_id = $1 and t.tag = any(${values}))`
    : `${negated}${recordColumn(name)} && ${values}`;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Compares the text of a custom field. Where the stored value is a number and the sent text reads as one, they are compared
 * as numbers; a value of another kind does not match then.
 */
function ofCustomField({ key, ...sent }: Comparisons & { key: string }, bind: Bind): string[] {
  const column = recordColumn(customFields);
  return comparisonsOf(sent).map(([comparison, value]) => {
    const at = `${bind(key)}::text`;
    const text = `(${column} ->> ${at})`;
    if (comparison === 'isNull') return `${text} is ${value ? '' : 'not '}null`;
    if (comparison === 'in') return `${text} = any(${bind(value)}::text[])`;
    const isOrder = comparison !== 'eq' && comparison !== 'ne';
    const isNumber = `jsonb_typeof(${column} -> ${at}) = 'number'`;
    return isOrder && decimal.test(String(value))
      ? `case when ${isNumber} then ${text}::numeric ${operators[comparison]} ${bind(value)}::numeric else false end`
      : `${text} ${operators[comparison]} ${bind(value)}::text`;
  });
}
