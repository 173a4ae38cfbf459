// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { IsDefined, ValidateIf } from 'class-validator';
import { ArgsType, type ClassType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { must } from '../errors/violation-words.js';
import { inCode, sentence, withArticle, wordsOfName } from '../errors/words.js';
import { Changes, IfSent } from '../graphql/if-sent.js';
import { SortKeys } from '../graphql/list-rules.js';
import { ListArgs, Page } from '../graphql/page.js';
import { DateTime } from '../graphql/scalars.js';
import { shownFields } from './encrypted-fields.js';
import type { RecordField } from './field.js';
import { type FilterArg, filterArgs, sortKeysOf } from './filter-args.js';
import type { AnyRecord } from './record-definition.js';
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
  for (const name of ['id', ...(record.hidesWorkspace ? [] : ['workspaceId'])]) Field(() => ID)(Type.prototype, name);
  for (const [name, field] of shownFields(record)) {
    Field(() => field.type() as never, { nullable: field.nullable, ...describe(field) })(Type.prototype, name);
  }
  for (const name of ['createdAt', 'updatedAt']) Field(() => DateTime)(Type.prototype, name);
  ObjectType(record.name, { simpleResolvers: true, description: sentence(record.description) })(Type);
  return Type;
}

function pageClass(record: AnyRecord, type: ClassType<object>): ClassType<object> {
  const Type = named(`${record.name}Page`, class extends Page(type) {});
  ObjectType(`${record.name}Page`, { description: `A page of ${wordsOfName(record.plural)}.` })(Type);
  return Type;
}

function inputClass(record: AnyRecord, operation: 'create' | 'update'): ClassType<object> {
  const name = `${operation === 'create' ? 'Create' : 'Update'}${record.name}Input`;
  const Type = named(name, class {});
  for (const [key, field] of inputFields(record, operation)) {
    const isNeeded = operation === 'create' && field.required;
    const type = field.inputType ?? field.type;
    Field(() => type() as never, { nullable: !isNeeded, ...describeInput(field, operation) })(Type.prototype, key);
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
  const sortBy: FilterArg = [
    'sortBy',
    String,
    `The field to sort by. One of: ${inCode(sortKeysOf(record))}. Defaults to \`createdAt\`.`,
    SortKeys(sortKeysOf(record)),
  ];
  for (const [name, type, description, rule] of [sortBy, ...filterArgs(record)]) {
    Field(() => type, { nullable: true, description })(Type.prototype, name);
    rule?.(Type.prototype, name);
  }
  ArgsType()(Type);
  return Type;
}

/** Fields without rules of their own must still reject null unless they are nullable. */
function notNull(target: object, key: string | symbol): void {
  IsDefined({ message: `$property ${must.notBeNull}` })(target, key);
}

/** What a field is, and which values it takes. */
function describe({ description, values }: RecordField): { description?: string } {
  return joined([description, values && `One of: ${inCode(values)}.`]);
}

/** The same for an input, with its limits and, when a record is created, its default. */
function describeInput(field: RecordField, operation: 'create' | 'update'): { description?: string } {
  const { limits, initial } = field;
  const isShown = operation === 'create' && ['string', 'number', 'boolean'].includes(typeof initial);
  return joined([
    describe(field).description,
    limits,
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
