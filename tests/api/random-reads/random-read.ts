import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { nobody } from '../../support/sample-args.js';
import type { Random } from '../fuzz/random.js';

/** IDs and other values of what exists, by the names of arguments. */
export type Known = Readonly<Record<string, unknown>>;

/** Fields whose values differ from read to read. */
const changing = new Set([
  'cursor',
  'lastUsedAt',
  'lastSeenAt',
  'lastActiveAt',
  'expiresAt',
  'auditLog',
  'auditEntries',
]);

/** A random query of a workspace: any fields, aliases, fragments, and arguments of which few are wrong. */
export function randomRead(schema: GraphQLSchema, random: Random, known: Known): string {
  const workspace = schema.getType('Workspace') as GraphQLObjectType;
  const writer = new Writer(random, known);
  const id = random.chance(0.03) ? nobody : known.workspaceId;
  return `{ workspace(id: "${id}") ${writer.selection(workspace, 0)} }`;
}

/** Whether the field is a column, or can be written with its parent, or leads to one that can. */
export function isSimple({ name, type, resolve, extensions }: GraphQLField<unknown, unknown>): boolean {
  if (isLeafType(getNamedType(type))) return !resolve && !getNamedType(type).name.startsWith('JSON');
  return extensions.write !== undefined || ['items', 'flows', 'executions'].includes(name);
}

class Writer {
  #aliases = 0;

  constructor(
    readonly random: Random,
    readonly known: Known,
  ) {}

  /** The fewer fields, the deeper. */
  selection(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields()).filter((field) => this.#canBeSent(field, depth));
    // Selections that Postgres can write itself are rare otherwise.
    const simple = all.filter(isSimple);
    const fields = simple.length > 0 && this.random.chance(0.5) ? simple : all;
    if (fields.length === 0) return '{ __typename }';
    const most = [3, 6, 6, 5, 4][depth] ?? 3;
    const chosen = Array.from({ length: this.random.between(1, most) }, () => this.random.pick(fields));
    const texts = [...new Set(chosen)].map((field) => this.#field(field, depth));
    if (this.random.chance(0.2)) texts.push('__typename');
    if (this.random.chance(0.1)) texts.push(`... on ${type.name} { ${this.#field(this.random.pick(fields), depth)} }`);
    return `{ ${texts.join(' ')} }`;
  }

  #canBeSent(field: GraphQLField<unknown, unknown>, depth: number): boolean {
    const type = getNamedType(field.type);
    if (changing.has(field.name) || field.extensions.audited) return false;
    if (field.args.some((arg) => isNonNullType(arg.type) && isInputObjectType(getNamedType(arg.type)))) return false;
    return isLeafType(type) || (isObjectType(type) && depth < 5);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    const alias = this.random.chance(0.6) ? '' : `a${++this.#aliases}: `;
    const args = field.args.flatMap((arg) => {
      const value = this.#argument(
        arg.name === 'id' ? `${field.name}Id` : arg.name,
        isNonNullType(arg.type),
        isListType(arg.type),
      );
      return value === null ? [] : [`${arg.name}: ${value}`];
    });
    const sent = args.length > 0 ? `(${args.join(', ')})` : '';
    // With arguments, two of one name could not be merged.
    const name = sent && alias === '' ? `a${++this.#aliases}: ${field.name}` : `${alias}${field.name}`;
    return `${name}${sent} ${isObjectType(type) ? this.selection(type, depth + 1) : ''}`;
  }

  #argument(name: string, isRequired: boolean, isList: boolean): string | null {
    if (name === 'limit' && this.random.chance(0.5))
      return String(this.random.pick([1, 2, 3, 5, 5, 7, 10, 20, 150, this.random.chance(0.1) ? 0 : 4]));
    if (name === 'page' && this.random.chance(0.1))
      return String(this.random.pick([1, 1, 2, this.random.chance(0.1) ? 0 : 3]));
    if (name === 'cursor' && this.random.chance(0.02)) return '"no cursor"';
    if (!isRequired) return null;
    const value = JSON.stringify(this.random.chance(0.97) ? (this.known[name] ?? nobody) : nobody);
    return isList ? `[${value}]` : value;
  }
}
