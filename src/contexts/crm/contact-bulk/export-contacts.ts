import { readLarge } from '../../../platform/database/read-large.js';
import { validationFailed } from '../../../platform/errors/errors.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { largeOf, selectList } from '../../../platform/records/index.js';
import { type Contact, contactFields, contacts, published } from '../definitions/index.js';
import type { ContactsCsv } from './bulk.object.js';
import { csvOf } from './csv-of.js';

/** The maximum of rows in one part, and of bytes of their custom fields; a part has at least one row. */
const partLimits = { rows: 1_000, bytes: 512 * 1024 };
const columns = ['id', ...Object.keys(contactFields), 'createdAt', 'updatedAt'];

/**
 * Exports the contacts of a workspace as CSV (RFC 4180), sorted by ID, part by part; the first part begins with the column
 * names. An export can be imported again. @throws AppError VALIDATION_FAILED
 */
export async function exportContacts(scope: Scope, after: string | null): Promise<ContactsCsv> {
  if (after !== null && !isUuid(after)) {
    throw validationFailed([
      { field: 'after', rule: 'CURSOR_INVALID', message: 'after must be the `next` of the previous part.' },
    ]);
  }
  const rows = await readLarge<Contact & { more: boolean }>(scope, {
    label: 'export_contacts',
    // Stored sizes are summed first, so that large values are not decompressed only to be left out.
    select: `select d.*, d.place < d.found or d.found = $3 as more from (
       select c.*, sum(octet_length(c."customFields"::text)) over (order by c.id) as bytes from (
         select b.*, row_number() over (order by b.id) as place, count(*) over () as found,
           sum(pg_column_size(b."customFields")) over (order by b.id) as stored
         from (select ${selectList(contacts)} from contacts r
           where r.workspace_id = $1 and ($2::uuid is null or r.id > $2) order by r.id limit $3) b) c
       where c.stored <= $4 or c.place = 1) d
     where d.bytes <= $4 or d.place = 1 order by d.id`,
    values: [scope.workspaceId, after, partLimits.rows, partLimits.bytes],
    large: largeOf(contacts),
    field: 'contactsCsv',
  });
  const shown = rows.map((row) => published(contactFields, row));
  const text = csvOf(shown, columns, after === null);
  return { text, next: rows.at(-1)?.more ? (rows.at(-1)?.id ?? null) : null };
}
