import type { ParsedUrlQuery } from 'node:querystring';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { convertQueryValue } from './query-values.js';

/** The field whose entries are named by their keys: `filter[customFields.city][eq]=…`. */
const keyed = 'customFields';
/** More names in brackets are no path of an object. */
const deepest = 8;

type Tree = { [name: string]: Tree | string | string[] };

/**
 * Reads a parameter that is an object: `filter[status][in]=a,b`, `filter[or][0][email][eq]=…`.
 * @returns undefined if it was not sent; what its type does not have stays, so that the schema refuses it by name
 */
export function readObjectParameter(name: string, type: GraphQLInputObjectType, sent: ParsedUrlQuery): unknown {
  const tree: Tree = Object.create(null);
  let isSent = false;
  for (const [key, value] of Object.entries(sent)) {
    if (key !== name && !key.startsWith(`${name}[`)) continue;
    const path = pathOf(key.slice(name.length));
    if (!path) return value;
    isSent = true;
    put(tree, path, value ?? '');
  }
  return isSent ? objectOf(tree, type) : undefined;
}

/** The names in brackets; null if it is not written like this. */
function pathOf(text: string): string[] | null {
  if (!/^(\[[^[\]]+\])+$/.test(text)) return null;
  const path = text.slice(1, -1).split('][');
  return path.length <= deepest ? path : null;
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: string | string[]): void {
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const known = tree[name];
  const below: Tree = typeof known === 'object' && !Array.isArray(known) ? known : Object.create(null);
  tree[name] = below;
  put(below, rest, value);
}

function objectOf(tree: Tree, type: GraphQLInputObjectType): Record<string, unknown> {
  const fields = type.getFields();
  // Any name is one that the schema must see: `__proto__`, too.
  const found: Record<string, unknown> = Object.create(null);
  const keys: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(tree)) {
    const key = name.startsWith(`${keyed}.`) && fields[keyed] ? keyOf(name.slice(keyed.length + 1)) : null;
    const field = fields[key === null ? name : keyed];
    if (key !== null && field) keys.push(Object.assign(Object(read(value, itemOf(field.type))), { key }));
    else found[name] = field ? read(value, field.type) : value;
  }
  if (keys.length > 0) found[keyed] = keys;
  return found;
}

/** A key that contains brackets is percent-encoded in itself, beside the whole name, and so is its `%` before `5B`, `5D` and `25`. */
const keyOf = (name: string) => name.replace(/%(5B|5D|25)/gi, decodeURIComponent);

const itemOf = (type: GraphQLInputType): GraphQLInputType => {
  const bare = getNullableType(type);
  return isListType(bare) ? bare.ofType : bare;
};

function read(value: Tree | string | string[], type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (typeof value === 'string' || Array.isArray(value)) {
    // An empty value is not the same as none: it would list everything.
    return isInputObjectType(bare) ? value : convertQueryValue(value, `${bare}!`);
  }
  if (isInputObjectType(bare)) return objectOf(value, bare);
  const item = itemOf(bare);
  if (!isListType(bare) || !isInputObjectType(getNullableType(item))) return value;
  return Object.values(value).map((entry) => read(entry, item));
}
