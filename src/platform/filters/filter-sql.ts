import { lastMomentOf } from '../iso-time.js';
import {
  type Bind,
  branchesOf,
  type Comparison,
  conditionsSent,
  type FilteredField,
  type ListFilter,
  type SentCondition,
  type SentFilter,
} from './list-filter.js';

/** The conditions of a validated `filter` and of `ids`. */
export function filterConditions(
  list: ListFilter,
  { filter, ids }: { filter?: unknown; ids?: unknown },
  bind: Bind,
): string[] {
  const sent = filter as SentFilter | null | undefined;
  const ofIds = { name: 'id', comparison: 'in', value: ids } as const;
  return [...(sent ? ofFilter(list, sent, bind) : []), ...(ids ? [conditionOf(list, ofIds, bind)] : [])];
}

function ofFilter(list: ListFilter, filter: SentFilter, bind: Bind): string[] {
  const own = (one: SentFilter) => conditionsSent(one).map((condition) => conditionOf(list, condition, bind));
  const branches = branchesOf(filter)?.map((branch) => own(branch).join(' and '));
  return [...own(filter), ...(branches ? [`(${branches.map((branch) => `(${branch})`).join(' or ')})`] : [])];
}

function conditionOf(list: ListFilter, { name, key, comparison, value }: SentCondition, bind: Bind): string {
  if (key !== undefined) return ofCustomField(list.customFields ?? '', key, comparison, value, bind);
  const field = list.fields[name] as FilteredField;
  return field.condition?.(comparison, value, bind) ?? columnCondition(field, comparison, value, bind);
}

const operators = { eq: '=', ne: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The condition of a comparison with the column of a field. */
export function columnCondition(
  { column, sqlType }: FilteredField,
  comparison: Comparison,
  value: unknown,
  bind: Bind,
): string {
  if (comparison === 'isNull') return `${column} is ${value ? '' : 'not '}null`;
  if (sqlType === 'text[]') return ofTexts(column, comparison, bind(value));
  if (comparison === 'in') return `${column} = any(${bind(value)}::${sqlType}[])`;
  const compared = sqlType === 'timestamptz' ? timeOf(comparison, value as Date) : value;
  return `${column} ${operators[comparison]} ${bind(compared)}::${sqlType}`;
}

/** The time that a value of a comparison stands for. A date is the whole UTC day: what is after it begins with the next one. */
export function timeOf(comparison: Comparison, time: Date): Date {
  return comparison === 'gt' || comparison === 'lte' ? lastMomentOf(time) : time;
}

/** Whether one of the texts of a row is a value. */
function ofTexts(column: string, comparison: Comparison, at: string): string {
  const values = comparison === 'in' ? `${at}::text[]` : `array[${at}]::text[]`;
  return `${comparison === 'ne' ? 'not ' : ''}${column} && ${values}`;
}

/** The same where the texts of rows have a table of their own, with one in its column `of`. `$1` is the workspace. */
export function conditionOfTable(
  id: string,
  table: { name: string; id: string; of: string },
): NonNullable<FilteredField['condition']> {
  return (comparison, value, bind) => {
    const values = comparison === 'in' ? `${bind(value)}::text[]` : `array[${bind(value)}]::text[]`;
    return `${comparison === 'ne' ? 'not ' : ''}${id} in (select t.${table.id} from ${table.name} t
      where t.workspace_id = $1 and t.${table.of} = any(${values}))`;
  };
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Compares the text of a custom field. Where the stored value is a number and the sent text reads as one, they are compared
 * as numbers; a value of another kind does not match then.
 */
function ofCustomField(column: string, key: string, comparison: Comparison, value: unknown, bind: Bind): string {
  const at = `${bind(key)}::text`;
  const text = `(${column} ->> ${at})`;
  if (comparison === 'isNull') return `${text} is ${value ? '' : 'not '}null`;
  if (comparison === 'in') return `${text} = any(${bind(value)}::text[])`;
  const isOrder = comparison !== 'eq' && comparison !== 'ne';
  const isNumber = `jsonb_typeof(${column} -> ${at}) = 'number'`;
  return isOrder && decimal.test(String(value))
    ? `case when ${isNumber} then ${text}::numeric ${operators[comparison]} ${bind(value)}::numeric else false end`
    : `${text} ${operators[comparison]} ${bind(value)}::text`;
}
