import type { EnumOf } from '../graphql/enums.js';
import type { FilteredField, FilterIndex, ListFilter } from './list-filter.js';

/** Declares what a list is filtered by, beside records, whose definitions say it. */
export function defineListFilter(name: string, words: string, fields: ListFilter['fields']): ListFilter {
  return { name, words, fields };
}

/** A kind of field, by its column and what an index finds by it. */
const ofType =
  (sqlType: string) =>
  (column: string, index?: FilterIndex): FilteredField => ({ column, sqlType, index });

export const byId = ofType('uuid');
export const byText = ofType('text');
export const byTexts = ofType('text[]');
export const byTime = ofType('timestamptz');
export const byFlag = ofType('boolean');
export const byInteger = ofType('integer');
export const byNumber = ofType('double precision');
export const byDecimal = ofType('numeric');

/** A field with a closed set of values. @param name of their GraphQL type */
export function byEnum(name: string, type: EnumOf<string>, column: string, index?: FilterIndex): FilteredField {
  return { column, sqlType: 'text', enum: { name, type }, index };
}
