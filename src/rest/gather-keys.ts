import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';

type Fields = Readonly<Record<string, GraphQLInputField>>;

const known = new WeakMap<GraphQLInputObjectType, boolean>();

/** Whether values of a type can contain keys that one of its fields gathers, see `GathersKeys`. */
export function hasGathered(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return false;
  const has = known.get(named) ?? gathersBelow(named, new Set());
  known.set(named, has);
  return has;
}

/** @param seen the types above, because an input type can contain itself */
function gathersBelow(type: GraphQLInputObjectType, seen: Set<string>): boolean {
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return Object.values(type.getFields()).some((field) => {
    const named = getNamedType(field.type);
    return field.extensions.gathersKeys || (isInputObjectType(named) && gathersBelow(named, seen));
  });
}

/** The value of a REST request as a value of its input type: keys that the type does not have are put where it gathers them. */
export function gatherKeys(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return Array.isArray(value) ? value.map((item) => gatherKeys(bare.ofType, item)) : value;
  if (!isInputObjectType(bare) || !isObject(value) || !hasGathered(bare)) return value;
  const fields: Fields = bare.getFields();
  const gathering = Object.values(fields).find((field) => field.extensions.gathersKeys);
  const own: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const field = fields[name];
    if (field && !(gathering && field.extensions.graphqlOnly)) own.push([name, gatherKeys(field.type, inner)]);
    else others.push([name, inner]);
  }
  if (!gathering) return Object.fromEntries([...own, ...others]);
  const isGathered = others.length > 0 || bare.isOneOf;
  return Object.fromEntries(isGathered ? [...own, [gathering.name, Object.fromEntries(others)]] : own);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
