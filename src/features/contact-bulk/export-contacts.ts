import { stringify } from 'csv-stringify/sync';
import { validationFailed } from '../../platform/errors.js';
import { isUuid, type Scope } from '../../platform/graphql/context.js';
import { type Contact, contactFields, contacts, published } from '../crm/index.js';
import { selectList } from '../records/index.js';
import type { ContactsCsv } from './bulk.object.js';

/** Rows in one part. */
const rowsAtOnce = 1_000;
const columns = ['id', ...Object.keys(contactFields), 'createdAt', 'updatedAt'];

/**
 * A workspace's contacts as CSV (RFC 4180), in the order of their ids, part by part; the first one begins with the names.
 * What is exported can be imported again. @throws AppError VALIDATION_FAILED
 */
export async function exportContacts(scope: Scope, after: string | null): Promise<ContactsCsv> {
  if (after !== null && !isUuid(after)) {
    throw validationFailed([{ field: 'after', message: 'after is the next of the part before.' }]);
  }
  const { rows } = await scope.sql.query<Contact>(
    `/* export_contacts */ select ${selectList(contacts)} from contacts r
     where r.workspace_id = $1 and ($2::uuid is null or r.id > $2) order by r.id limit $3`,
    [scope.workspaceId, after, rowsAtOnce],
  );
  const cells = rows.map((row) => {
    const shown = published(contactFields, row);
    return columns.map((name) => cellOf(shown[name]));
  });
  // Spreadsheets run cells that begin so as formulas.
  const options = { record_delimiter: '\r\n', escape_formulas: true } as const;
  const text = stringify(after === null ? [columns, ...cells] : cells, options);
  return { text, next: rows.length === rowsAtOnce ? (rows.at(-1)?.id ?? null) : null };
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
