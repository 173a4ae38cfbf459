// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { ArrayMaxSize, ArrayNotEmpty, ValidateNested } from 'class-validator';
import { type ClassType, Extensions, Field, InputType } from 'type-graphql';
import { must } from '../../errors/violation-words.js';
import { wordsOfName } from '../../errors/words.js';
import { Changes } from '../../graphql/if-sent.js';
import type { RecordField } from '../field.js';
import type { AnyRecord } from '../record-definition.js';
import {
  customFieldFilter,
  filterOf,
  HasConditions,
  idFilter,
  mostBranches,
  sentNotNull,
  timeFilter,
} from './operators.js';

/** The field whose entries a filter names by their keys. */
export const customFields = 'customFields';

/** The fields that a list can be filtered by, in the order of the record: those that are sorted or filtered, and its times. */
export function filterFields({ fields }: AnyRecord): [string, RecordField][] {
  const entries = Object.entries(fields as Record<string, RecordField>);
  return entries.filter(
    ([, { sorted, filtered, encrypted, withheld }]) => (sorted || filtered) && !encrypted && !withheld,
  );
}

const built = new WeakMap<AnyRecord, ClassType<object>>();

/** The input `filter` of a list: `ContactFilterInput`, and `ContactConditionsInput` for the entries of its `or`. */
export function filterClass(record: AnyRecord): ClassType<object> {
  const known = built.get(record);
  if (known) return known;
  const words = wordsOfName(record.plural);
  const Conditions = Object.defineProperty(class {}, 'name', { value: `${record.name}ConditionsInput` });
  addConditions(record, Conditions);
  Changes()(Conditions);
  Extensions({ minProperties: 1 })(Conditions);
  InputType(Conditions.name, { description: `Conditions on ${words}, all of which must hold.` })(Conditions);
  const Filter = Object.defineProperty(class {}, 'name', { value: `${record.name}FilterInput` });
  addConditions(record, Filter);
  const description = `One of these must hold in addition, 1 to ${mostBranches}.`;
  Field(() => [Conditions], { nullable: true, description })(Filter.prototype, 'or');
  addListRules(Filter, 'or');
  HasConditions({ each: true })(Filter.prototype, 'or');
  Changes()(Filter);
  Extensions({ isParameter: true })(Filter);
  InputType(Filter.name, { description: `Which ${words} to list: conditions, all of which must hold.` })(Filter);
  built.set(record, Filter);
  return Filter;
}

function addConditions(record: AnyRecord, Type: ClassType<object>): void {
  const add = (name: string, type: ClassType<object>, description: string) => {
    Field(() => type, { nullable: true, description })(Type.prototype, name);
    sentNotNull(Type.prototype, name);
    HasConditions()(Type.prototype, name);
    ValidateNested()(Type.prototype, name);
  };
  add('id', idFilter(), 'The ID.');
  for (const [name, field] of filterFields(record)) add(name, filterOf(record, name, field), `\`${name}\`.`);
  for (const name of ['createdAt', 'updatedAt']) add(name, timeFilter(), `\`${name}\`.`);
  if (!(customFields in record.fields)) return;
  const description = `Custom fields by their keys, 1 to ${mostBranches}.`;
  const Entry = customFieldFilter();
  Field(() => [Entry], { nullable: true, description })(Type.prototype, customFields);
  addListRules(Type, customFields);
  HasConditions({ each: true, besides: 1 })(Type.prototype, customFields);
}

function addListRules({ prototype }: ClassType<object>, name: string): void {
  sentNotNull(prototype, name);
  ArrayNotEmpty({ message: `$property ${must.notBeEmpty}` })(prototype, name);
  ArrayMaxSize(mostBranches, { message: `$property ${must.haveAtMostEntries(mostBranches)}` })(prototype, name);
  ValidateNested({ each: true })(prototype, name);
}
