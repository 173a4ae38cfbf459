import { didYouMean } from '../../../engine/index.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import { inputFields, type RecordScope } from '../../../platform/records/index.js';
import { contacts } from '../definitions/index.js';
import type { BulkResult, ImportContactsInput, RowResult } from './bulk.object.js';
import { upsertContacts } from './upsert-contacts.js';

const known = new Map(inputFields(contacts, 'create').map(([name]) => [folded(name), name]));
/** Columns of an export that are not fields of an input. */
const ignored = new Set(['id', 'workspaceid', 'createdat', 'updatedat', 'unsubscribedby']);

/** Imports the rows of a file as contacts with `upsertContacts`. @throws AppError VALIDATION_FAILED for invalid columns */
export async function importContacts(scope: RecordScope, input: ImportContactsInput): Promise<BulkResult> {
  const { columns, rows, existing } = input;
  const errors = columnViolations(columns);
  if (errors.length > 0) throw validationFailed(errors);
  const uneven = new Map(
    rows.flatMap((row, index): [number, RowResult][] =>
      row.length === columns.length ? [] : [[index, unevenRow(index, row, columns)]],
    ),
  );
  const fitting = [...rows.keys()].filter((index) => !uneven.has(index));
  const drafts = fitting.map((index) => toDraft(columns, rows[index] as string[]));
  const at = columns.findIndex((column) => folded(column) === 'id');
  const ids = fitting.map((index) => rows[index]?.[at]?.trim().toLowerCase() ?? '');
  const done = await upsertContacts(scope, drafts, { skipExisting: existing === 'skip', ids });
  const results = [
    ...done.results.map((result) => ({ ...result, index: fitting[result.index] as number })),
    ...uneven.values(),
  ];
  results.sort((a, b) => a.index - b.index);
  return { ...done, failed: done.failed + uneven.size, results };
}

/** `Assigned to`, `assigned_to` and `assignedTo` are the same column. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** The violations of the columns of a file: names that are empty or repeated, and none by which a row is a contact. */
export function columnViolations(columns: readonly string[]): ErrorDetail[] {
  return [...unusableColumns(columns), ...namelessColumns(columns)];
}

function unusableColumns(columns: readonly string[]): ErrorDetail[] {
  const seen = new Set<string>();
  return columns.flatMap((column, index) => {
    const field = `columns[${index}]`;
    const name = folded(column);
    if (name === '') return [{ field, message: `${field} ${must.notBeEmpty}` }];
    if (seen.has(name))
      return [{ field, message: `${field} must not repeat the column ${column}. Rename or remove one of them.` }];
    seen.add(name);
    return [];
  });
}

/** The columns by which a row is a contact. */
const naming = ['id', 'name', 'email', 'phone'];

/** Without these, each row would be refused; a misspelled one would become a custom field. */
function namelessColumns(columns: readonly string[]): ErrorDetail[] {
  if (columns.some((column) => naming.includes(folded(column)))) return [];
  const meant = columns.map((column) => didYouMean(column, naming.slice(1))).find((hint) => hint !== '') ?? '';
  const message = `columns must have name, email or phone; others become custom fields.${meant}`;
  return [{ field: 'columns', message }];
}

function unevenRow(index: number, row: readonly string[], columns: readonly string[]): RowResult {
  const message = `The row must have ${columns.length} cells, one per column; it has ${row.length}.`;
  return { index, status: 'failed', id: null, errors: [{ field: '', message }] };
}

function toDraft(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const draft: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    // Spreadsheets and the export put an apostrophe before cells that would be evaluated as formulas.
    const cell = (cells[index] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    const name = known.get(folded(column));
    if (cell === '' || ignored.has(folded(column))) continue;
    if (name === 'customFields') Object.assign(custom, parseObject(cell));
    else if (name) draft[name] = cell;
    else custom[column.trim()] = cell;
  }
  return Object.keys(custom).length > 0 ? { ...draft, customFields: custom } : draft;
}

function parseObject(cell: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(cell);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : { customFields: cell };
  } catch {
    return { customFields: cell };
  }
}
