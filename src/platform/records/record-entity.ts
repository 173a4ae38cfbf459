import { defineEntity, type EntitySchema } from '@mikro-orm/postgresql';
import { column } from '../database/mapping/columns.js';
import { cascade, type ForeignKey, setNull, withForeignKeys } from '../database/mapping/foreign-keys.js';
import { storedFields } from './encrypted-fields.js';
import type { RecordField } from './field.js';
import type { AnyRecord } from './record-definition.js';

/** Derives the entity of a record definition: common columns, fields, internal columns and foreign keys. */
export function recordEntity(record: AnyRecord): EntitySchema {
  const fields = storedFields(record);
  const entity = defineEntity({
    name: record.name,
    tableName: record.table,
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      createdAt: column.time(),
      updatedAt: column.time(),
      ...Object.fromEntries(fields.map(([name, field]) => [name, fieldColumn(name, field)])),
      ...record.columns,
    },
  });
  const references = fields.flatMap(([name, field]) => {
    const key = foreignKeyOf(field);
    return key ? [[name, key] as const] : [];
  });
  return withForeignKeys(entity, {
    workspaceId: cascade('workspaces'),
    ...Object.fromEntries(references),
    ...record.foreignKeys,
  });
}

const columnOfType = {
  uuid: column.uuid,
  'uuid[]': column.uuids,
  text: column.text,
  'text[]': column.texts,
  integer: column.integer,
  bigint: column.bigint,
  'double precision': column.double,
  numeric: column.numeric,
  boolean: column.boolean,
  timestamptz: column.time,
  date: column.date,
  json: column.json,
  jsonb: column.jsonb,
} as const;

function fieldColumn(name: string, { sqlType, columnType, nullable }: RecordField): object {
  const make: (() => Column) | undefined = columnOfType[sqlType as keyof typeof columnOfType];
  if (!make) throw new Error(`${name}: there must be a column type for ${sqlType}.`);
  const plain = columnType ? make().columnType(columnType) : make();
  return nullable ? plain.nullable() : plain;
}

/** A column of any type. */
interface Column {
  nullable(): object;
  columnType(type: string): Column;
}

/** A nullable reference becomes null, a required one deletes its row; a list of ids has no foreign key. */
function foreignKeyOf({ reference, sqlType, nullable }: RecordField): ForeignKey | null {
  if (!reference || sqlType !== 'uuid') return null;
  return nullable ? setNull(reference.table) : cascade(reference.table);
}
