// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { ArrayMaxSize, ArrayNotEmpty, ValidateNested } from 'class-validator';
import { type ClassType, Extensions, Field, ID, InputType } from 'type-graphql';
import { must } from '../errors/violation-words.js';
import { Changes, IfSent } from '../graphql/if-sent.js';
import { Uuid } from '../graphql/text-rules.js';
import { customFields, type ListFilter } from './list-filter.js';
import {
  comparisonsOfField,
  customFieldFilter,
  HasConditions,
  idText,
  mostBranches,
  mostValues,
  sentNotNull,
} from './operators.js';

const built = new WeakMap<ListFilter, ClassType<object>>();

/** The input `filter` of a list: `ContactFilterInput`, and `ContactConditionsInput` for the entries of its `or`. */
export function filterClass(list: ListFilter): ClassType<object> {
  const known = built.get(list);
  if (known) return known;
  const { name, words } = list;
  const Conditions = Object.defineProperty(class {}, 'name', { value: `${name}ConditionsInput` });
  addConditions(list, Conditions);
  Changes()(Conditions);
  Extensions({ minProperties: 1 })(Conditions);
  InputType(Conditions.name, { description: `Conditions on ${words}, all of which must hold.` })(Conditions);
  const Filter = Object.defineProperty(class {}, 'name', { value: `${name}FilterInput` });
  addConditions(list, Filter);
  const description = `One of these must hold in addition, 1 to ${mostBranches}.`;
  Field(() => [Conditions], { nullable: true, description })(Filter.prototype, 'or');
  addListRules(Filter, 'or');
  HasConditions({ each: true })(Filter.prototype, 'or');
  Changes()(Filter);
  Extensions({ isParameter: true })(Filter);
  InputType(Filter.name, { description: `Which ${words} to list: conditions, all of which must hold.` })(Filter);
  built.set(list, Filter);
  return Filter;
}

function addConditions(list: ListFilter, Type: ClassType<object>): void {
  for (const [name, field] of Object.entries(list.fields)) {
    const comparisons = comparisonsOfField(name, field);
    const description = name === 'id' ? 'The ID.' : `\`${name}\`.`;
    Field(() => comparisons, { nullable: true, description })(Type.prototype, name);
    sentNotNull(Type.prototype, name);
    HasConditions()(Type.prototype, name);
    ValidateNested()(Type.prototype, name);
  }
  if (!list.customFields) return;
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

/** Adds the arguments `filter` and `ids` to those of a list. */
export function FilterArgs(list: ListFilter): ClassDecorator {
  return (Type) => addFilterArgs(list, Type as unknown as ClassType<object>);
}

/** The same for a class that is made. */
export function addFilterArgs(list: ListFilter, { prototype }: ClassType<object>): void {
  const Filter = filterClass(list);
  const description = 'Which records to list; the other arguments are short forms of some of its conditions.';
  Field(() => Filter, { nullable: true, description })(prototype, 'filter');
  IfSent()(prototype, 'filter');
  ValidateNested()(prototype, 'filter');
  if (!list.fields.id) return;
  const ofIds = `The IDs of the records to list, at most ${mostValues}.`;
  Field(() => [ID], { nullable: true, description: ofIds })(prototype, 'ids');
  const most = ArrayMaxSize(mostValues, { message: `$property ${must.haveAtMostEntries(mostValues)}` });
  const form = list.fields.id?.sqlType === 'text' ? idText : Uuid;
  for (const rule of [IfSent(), most, form({ each: true })]) rule(prototype, 'ids');
}
