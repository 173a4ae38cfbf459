// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { IsDefined, ValidateIf } from 'class-validator';
import { ArgsType, type ClassType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { must } from '../errors/violation-words.js';
import { inCode, sentence, withArticle, wordsOfName } from '../errors/words.js';
import { addFilterArgs } from '../filters/filter-class.js';
import { Changes, IfSent } from '../graphql/if-sent.js';
import { Node } from '../graphql/nodes/node.object.js';
import { ListArgs, Page } from '../graphql/page.js';
import { DateTime } from '../graphql/scalars.js';
import { shownFields } from './encrypted-fields.js';
import type { RecordField } from './field.js';
import { type FilterArg, filterArgs } from './filter-args.js';
import { type AnyRecord, idNameOf } from './record-definition.js';
import { fieldEnum, sortKeyEnum } from './record-enums.js';
import { recordFilter } from './record-filter.js';
import { wordsOf } from './record-words.js';

/** The GraphQL types of one kind of record. */
export interface RecordClasses {
  type: ClassType<object>;
  page: ClassType<object>;
  create: ClassType<object>;
  update: ClassType<object>;
  args: ClassType<ListArgs>;
}

const built = new WeakMap<AnyRecord, RecordClasses>();

/** The types of a definition, built at the first call. */
export function classesOf(record: AnyRecord): RecordClasses {
  const known = built.get(record);
  if (known) return known;
  const type = objectClass(record);
  const classes = {
    type,
    page: pageClass(record, type),
    create: inputClass(record, 'create'),
    update: inputClass(record, 'update'),
    args: argsClass(record),
  };
  built.set(record, classes);
  return classes;
}

function objectClass(record: AnyRecord): ClassType<object> {
  const Type = named(record.name, class {});
  Field(() => ID)(Type.prototype, 'id');
  publishFields(record, Type);
  ObjectType(record.name, { implements: Node, simpleResolvers: true, description: sentence(record.description) })(Type);
  return Type;
}

/** For a type that shows more than the record: its ID is called `webhookId`, because one type alone has an ID as `id`. */
export function answerClass(record: AnyRecord): ClassType<object> {
  const Type = named(`${record.name}Answer`, class {});
  const description = `The ID of the ${wordsOf(record)}.`;
  Field(() => ID, { name: idNameOf(record), simple: false, description })(Type.prototype, 'id');
  publishFields(record, Type);
  ObjectType()(Type);
  return Type;
}

function publishFields(record: AnyRecord, Type: ClassType<object>): void {
  Field(() => ID)(Type.prototype, 'workspaceId');
  for (const [name, field] of shownFields(record)) {
    const type = field.values ? fieldEnum(record, name, field).type : field.type();
    Field(() => type as never, { nullable: field.nullable || field.withheld === true, ...describe(field) })(
      Type.prototype,
      name,
    );
  }
  for (const name of ['createdAt', 'updatedAt']) Field(() => DateTime)(Type.prototype, name);
}

function pageClass(record: AnyRecord, type: ClassType<object>): ClassType<object> {
  const Type = named(`${record.name}Page`, class extends Page(type) {});
  ObjectType(`${record.name}Page`, { description: `A page of ${wordsOfName(record.plural)}.` })(Type);
  return Type;
}

/**
 * The input of one row of a bulk operation: like that of a creation, but closed sets of values are texts, so that a value
 * that is not accepted is a violation of its row, and the other rows are stored.
 */
export function rowClass(record: AnyRecord): ClassType<object> {
  return inputClass(record, 'create', `${record.name}RowInput`);
}

function inputClass(record: AnyRecord, operation: 'create' | 'update', rowName?: string): ClassType<object> {
  const name = rowName ?? `${operation === 'create' ? 'Create' : 'Update'}${record.name}Input`;
  const Type = named(name, class {});
  for (const [key, field] of inputFields(record, operation)) {
    const isNeeded = operation === 'create' && field.required;
    const type = field.values && !rowName ? () => fieldEnum(record, key, field).type : (field.inputType ?? field.type);
    Field(() => type() as never, { nullable: !isNeeded, ...describeInput(field, operation, rowName !== undefined) })(
      Type.prototype,
      key,
    );
    // Null clears a nullable field and is rejected for all others.
    if (field.nullable) ValidateIf((_, value) => value !== undefined && value !== null)(Type.prototype, key);
    else if (!isNeeded) IfSent()(Type.prototype, key);
    for (const rule of [...field.rules, ...(field.rules.length === 0 && !field.nullable ? [notNull] : [])]) {
      rule(Type.prototype, key);
    }
  }
  const words = wordsOf(record);
  const description =
    operation === 'create'
      ? `The fields of a new ${words}.`
      : `The fields of ${withArticle(words)} to change. Fields that are not sent stay as they are; null clears an optional field.`;
  InputType(name, { description })(Type);
  if (operation === 'update') Changes()(Type);
  return Type;
}

/** The fields of an input. The ID of the parent is an argument of its own. */
export function inputFields(record: AnyRecord, operation: 'create' | 'update'): [string, RecordField][] {
  const open = operation === 'create' ? ['always', 'once'] : ['always'];
  const entries = Object.entries(record.fields as Record<string, RecordField>);
  return entries.filter(([name, { writable }]) => open.includes(writable) && name !== record.parent?.field);
}

function argsClass(record: AnyRecord): ClassType<ListArgs> {
  const Type = named(`${record.name}ListArgs`, class extends ListArgs {});
  const sortBy: FilterArg = ['sortBy', sortKeyEnum(record), 'The field to sort by. Defaults to `createdAt`.'];
  for (const [name, type, description, rule] of [sortBy, ...filterArgs(record)]) {
    const bare = 'type' in type ? type.type : type;
    Field(() => bare as never, { nullable: true, description })(Type.prototype, name);
    rule?.(Type.prototype, name);
  }
  addFilterArgs(recordFilter(record), Type);
  ArgsType()(Type);
  return Type;
}

/** Fields without rules of their own must still reject null unless they are nullable. */
function notNull(target: object, key: string | symbol): void {
  IsDefined({ message: `$property ${must.notBeNull}` })(target, key);
}

/** What a field is. */
function describe({ description }: RecordField): { description?: string } {
  return joined([description]);
}

/** The same for an input, with its limits and, when a record is created, its default. */
function describeInput(field: RecordField, operation: 'create' | 'update', isRow: boolean): { description?: string } {
  const { limits, initial, values } = field;
  const isShown = operation === 'create' && ['string', 'number', 'boolean'].includes(typeof initial);
  return joined([
    describe(field).description,
    limits,
    isRow && values && `One of: ${inCode(Object.keys(values))}.`,
    isShown && `Defaults to ${initial === '' ? 'an empty string' : inCode([initial])}.`,
  ]);
}

function joined(parts: readonly (string | false | undefined)[]): { description?: string } {
  const given = parts.filter((part) => typeof part === 'string').map(sentence);
  return given.length > 0 ? { description: given.join(' ') } : {};
}

/** Sets the name of a class, which appears in messages of type-graphql. */
function named<T extends ClassType<object>>(name: string, type: T): T {
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
