import { sentence, wordsOfName } from '../errors/words.js';
import { defineEnum, type EnumOf, sortKeySentences } from '../graphql/enums.js';
import type { Fields, RecordField } from './field.js';
import type { AnyRecord, RecordDefinition } from './record-definition.js';

/** A GraphQL enum that follows from a definition, with its name for operations. */
export interface RecordEnum {
  name: string;
  type: EnumOf<string>;
}

const made = new WeakMap<AnyRecord, Map<string, RecordEnum>>();

/** The enum of a field with a closed set of values: `ContactStatus` for `status` of contacts. */
export function fieldEnum(record: AnyRecord, name: string, { description, values = {} }: RecordField): RecordEnum {
  const typeName = `${record.name}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return once(record, typeName, sentence(description ?? `The values of \`${name}\``), values);
}

/** The same for other types that show the field. */
export function enumOfField<F extends Fields>(record: RecordDefinition<F>, name: keyof F & string): EnumOf<string> {
  return fieldEnum(record as unknown as AnyRecord, name, record.fields[name] as RecordField).type;
}

/** The enum of the fields that a list can be sorted by: `ContactSortKey`. */
export function sortKeyEnum(record: AnyRecord): RecordEnum {
  const description = `What a list of ${wordsOfName(record.plural)} can be sorted by.`;
  return once(record, `${record.name}SortKey`, description, sortKeySentences(sortKeysOf(record)));
}

/** The fields that a list can be sorted by. */
export function sortKeysOf({ fields }: AnyRecord): string[] {
  const sorted = Object.entries(fields).filter(([, field]) => field.sorted);
  return [...sorted.map(([name]) => name), 'createdAt', 'updatedAt'];
}

function once(
  record: AnyRecord,
  name: string,
  description: string,
  values: Readonly<Record<string, string>>,
): RecordEnum {
  const ofRecord = made.get(record) ?? new Map<string, RecordEnum>();
  made.set(record, ofRecord);
  const known = ofRecord.get(name) ?? { name, type: defineEnum(name, description, values) };
  ofRecord.set(name, known);
  return known;
}
