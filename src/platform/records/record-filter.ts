import { wordsOfName } from '../errors/words.js';
import { conditionOfTable } from '../filters/filter-sql.js';
import { customFields, type FilteredField, indexOf, type ListFilter } from '../filters/list-filter.js';
import type { RecordField } from './field.js';
import { type AnyRecord, recordColumn } from './record-definition.js';
import { fieldEnum } from './record-enums.js';

const built = new WeakMap<AnyRecord, ListFilter>();

/** What the rows `r` of a record are filtered by: the fields that are sorted or filtered, the ID and the times. */
export function recordFilter(record: AnyRecord): ListFilter {
  const known = built.get(record);
  if (known) return known;
  const fields = Object.entries(record.fields as Record<string, RecordField>).filter(
    ([, { sorted, filtered, encrypted, withheld }]) => (sorted || filtered) && !encrypted && !withheld,
  );
  const list: ListFilter = {
    name: record.name,
    words: wordsOfName(record.plural),
    fields: Object.fromEntries([
      ['id', { column: 'r.id', sqlType: 'uuid', index: 'any' }],
      ...fields.map(([name, field]) => [name, filteredField(record, name, field)]),
      ...['createdAt', 'updatedAt'].map((name) => [name, ofColumn(record, name, 'timestamptz')]),
    ]),
    ...(customFields in record.fields && { customFields: recordColumn(customFields) }),
  };
  built.set(record, list);
  return list;
}

function filteredField(record: AnyRecord, name: string, field: RecordField): FilteredField {
  const { tagTable } = record;
  if (field.sqlType === 'text[]' && tagTable) {
    return {
      ...ofColumn(record, name, 'text[]'),
      condition: conditionOfTable('r.id', { ...tagTable, of: 'tag' }),
      index: 'any',
    };
  }
  return { ...ofColumn(record, name, field.sqlType), ...(field.values && { enum: fieldEnum(record, name, field) }) };
}

function ofColumn({ indexes = {} }: AnyRecord, name: string, sqlType: string): FilteredField {
  return { column: recordColumn(name), sqlType, index: indexOf(indexes, name) };
}
