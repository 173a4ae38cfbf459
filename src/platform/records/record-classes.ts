// The decorators below need it, whatever was loaded before.
import 'reflect-metadata';
import { IsDefined, ValidateIf } from 'class-validator';
import { ArgsType, type ClassType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { IfSent } from '../graphql/if-sent.js';
import { ListArgs, Page } from '../graphql/page.js';
import { DateTime } from '../graphql/scalars.js';
import { shownFields } from './encrypted-fields.js';
import type { RecordField } from './field.js';
import type { AnyRecord } from './record-definition.js';

/** GraphQL's types of one kind of record. */
export interface RecordClasses {
  type: ClassType<object>;
  page: ClassType<object>;
  create: ClassType<object>;
  update: ClassType<object>;
  args: ClassType<ListArgs>;
}

const built = new WeakMap<AnyRecord, RecordClasses>();

/** The types of a definition, built once. */
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
  ObjectType(record.name, { simpleResolvers: true, description: record.description })(Type);
  return Type;
}

function pageClass(record: AnyRecord, type: ClassType<object>): ClassType<object> {
  const Type = named(`${record.name}Page`, class extends Page(type) {});
  ObjectType(`${record.name}Page`)(Type);
  return Type;
}

function inputClass(record: AnyRecord, operation: 'create' | 'update'): ClassType<object> {
  const name = `${operation === 'create' ? 'Create' : 'Update'}${record.name}Input`;
  const Type = named(name, class {});
  for (const [key, field] of inputFields(record, operation)) {
    const isNeeded = operation === 'create' && field.required;
    const type = field.inputType ?? field.type;
    Field(() => type() as never, { nullable: !isNeeded, ...describe(field) })(Type.prototype, key);
    // Null empties what may be empty, and is refused elsewhere.
    if (field.nullable) ValidateIf((_, value) => value !== undefined && value !== null)(Type.prototype, key);
    else if (!isNeeded) IfSent()(Type.prototype, key);
    for (const rule of [...field.rules, ...(field.rules.length === 0 && !field.nullable ? [notNull] : [])]) {
      rule(Type.prototype, key);
    }
  }
  InputType(name, operation === 'update' ? { description: 'Only what is sent changes' } : {})(Type);
  return Type;
}

/** The fields that an input has. What names the parent stands in the path. */
export function inputFields(record: AnyRecord, operation: 'create' | 'update'): [string, RecordField][] {
  const open = operation === 'create' ? ['always', 'once'] : ['always'];
  const entries = Object.entries(record.fields as Record<string, RecordField>);
  return entries.filter(([name, { writable }]) => open.includes(writable) && name !== record.parent?.field);
}

function argsClass(record: AnyRecord): ClassType<ListArgs> {
  const Type = named(`${record.name}ListArgs`, class extends ListArgs {});
  const add = (name: string, type: () => unknown, description?: string) =>
    Field(() => type() as never, { nullable: true, ...(description && { description }) })(Type.prototype, name);
  for (const [name, type, description] of filterArgs(record)) add(name, () => type, description);
  ArgsType()(Type);
  return Type;
}

/** The arguments of a list besides those that every list takes: name, type, description. */
export function filterArgs(record: AnyRecord): [string, typeof ID | typeof String | typeof Boolean, string?][] {
  const fields = Object.entries(record.fields as Record<string, RecordField>);
  const searched = fields.filter(([, field]) => field.searched).map(([name]) => name);
  return [
    ...fields.filter(([name, { filtered }]) => filtered && name !== record.parent?.field).map(filterArg),
    ...(searched.length > 0
      ? [['search', String, `In ${searched.join(', ')}`] as [string, typeof String, string]]
      : []),
    ...(record.period === null ? [] : timeArgs(record.period ?? 'createdAt')),
  ];
}

function timeArgs(period: string): [string, typeof String, string][] {
  return [
    ['from', String, `${period} at or after: an ISO time, or a date for its whole UTC day`],
    ['to', String, `${period} at or before: an ISO time, or a date for its whole UTC day`],
  ];
}

function filterArg([name, field]: [string, RecordField]): [
  string,
  typeof ID | typeof String | typeof Boolean,
  string?,
] {
  if (field.sqlType === 'text[]') return [tagArg(name), String, `One of ${name}`];
  if (field.filtered === 'orNone') return [name, String, `The id of a ${field.reference?.what}, or none`];
  if (field.sqlType === 'uuid') return [name, ID];
  if (field.sqlType === 'boolean') return [name, Boolean];
  return [name, String, ...(field.values ? [`One of ${field.values.join(', ')}`] : [])] as [string, typeof String];
}

/** `tags` are asked for by `tag`. */
export function tagArg(name: string): string {
  return name.replace(/s$/, '');
}

/** Fields without rules of their own must still refuse null where they cannot be empty. */
function notNull(target: object, key: string | symbol): void {
  IsDefined({ message: '$property cannot be null.' })(target, key);
}

function describe({ description, values }: RecordField): { description?: string } {
  const parts = [description, values && `One of ${values.join(', ')}`].filter(Boolean);
  return parts.length > 0 ? { description: parts.join('. ') } : {};
}

/** Names go into messages of the libraries. */
function named<T extends ClassType<object>>(name: string, type: T): T {
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
