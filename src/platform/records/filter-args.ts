import { ID } from 'type-graphql';
import { inCode, withArticle } from '../errors/words.js';
import { DateOrTime, FilterId, FilterIdOrNone } from '../graphql/list-rules.js';
import { DateTime } from '../graphql/scalars.js';
import type { RecordField } from './field.js';
import type { AnyRecord } from './record-definition.js';
import { fieldEnum, type RecordEnum } from './record-enums.js';

/** An argument of a list: name, type, description, rule. */
export type FilterArg = [
  string,
  typeof ID | typeof DateTime | typeof String | typeof Boolean | RecordEnum,
  string,
  PropertyDecorator?,
];

/** The arguments of a list besides those that every list takes. */
export function filterArgs(record: AnyRecord): FilterArg[] {
  const fields = Object.entries(record.fields as Record<string, RecordField>);
  const searched = fields.filter(([, field]) => field.searched).map(([name]) => name);
  return [
    ...fields
      .filter(([name, { filtered }]) => filtered && name !== record.parent?.field)
      .map((entry) => filterArg(record, entry)),
    ...(searched.length > 0 || record.searchedIn
      ? [
          searchArg(
            searched,
            record.searchedIn?.flatMap(({ names }) => names),
          ),
        ]
      : []),
    ...(record.period === null ? [] : timeArgs(record.period ?? 'createdAt')),
  ];
}

/** The argument of a list of texts, which filters by one of them: `tag` for `tags`. */
export function tagArg(name: string): string {
  return name.replace(/s$/, '');
}

function searchArg(names: readonly string[], others: readonly string[] = []): FilterArg {
  const searched = [...(names.length > 0 ? [inCode(names)] : []), ...others].join(', ');
  return ['search', String, `Text to search for, regardless of case. Searched fields: ${searched}.`];
}

function timeArgs(period: string): FilterArg[] {
  const accepted = 'An ISO 8601 time, or a date for the whole UTC day.';
  return [
    ['from', DateTime, `The earliest \`${period}\` to list. ${accepted}`, DateOrTime()],
    ['to', DateTime, `The latest \`${period}\` to list. ${accepted}`, DateOrTime()],
  ];
}

function filterArg(record: AnyRecord, [name, field]: [string, RecordField]): FilterArg {
  const { sqlType, filtered, reference, values } = field;
  if (sqlType === 'text[]') return [tagArg(name), String, `Filters by one entry of \`${name}\`.`];
  const id = reference && `the ID of ${withArticle(reference.what)}`;
  if (filtered === 'orNone' || filtered === 'idOrNone') {
    const message = `$property must be ${id ?? 'an ID'}, or none.`;
    const type = filtered === 'idOrNone' ? ID : String;
    return [name, type, `Filters by ${id}, or \`none\` for records without one.`, FilterIdOrNone(message)];
  }
  if (filtered === 'prefix') return [`${name}Prefix`, String, `Filters by the beginning of \`${name}\`.`];
  if (sqlType === 'uuid') return [name, ID, `Filters by ${id ?? `\`${name}\``}.`, FilterId()];
  if (sqlType === 'boolean') return [name, Boolean, `Filters by \`${name}\`.`];
  return [name, values ? fieldEnum(record, name, field) : String, `Filters by \`${name}\`.`];
}
