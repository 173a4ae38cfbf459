import { type Change, ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { breaking, type ContractChange, distinct, notable } from './change.js';

/** What differs for clients of the GraphQL API. Descriptions do not count. */
export async function compareGraphql(before: GraphQLSchema, after: GraphQLSchema): Promise<ContractChange[]> {
  const answered = typesOfAnswers(before);
  const changes = (await diff(before, after)).flatMap((change): ContractChange[] => {
    const { type, criticality, message } = change;
    const names = namesOf(change);
    if (criticality.level === CriticalityLevel.Breaking || defaults.has(type)) return [breaking(names, message)];
    const isNew = type === ChangeType.EnumValueAdded || type === ChangeType.UnionMemberAdded;
    return isNew && answered.has(names[0] ?? '') ? [notable(names.slice(1), message)] : [];
  });
  return distinct(changes);
}

/** A client that leaves it out gets something else. */
const defaults: ReadonlySet<string> = new Set([
  ChangeType.FieldArgumentDefaultChanged,
  ChangeType.InputFieldDefaultValueChanged,
  ChangeType.DirectiveArgumentDefaultValueChanged,
]);

/** The names of the types that fields return. */
function typesOfAnswers(schema: GraphQLSchema): Set<string> {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
  return new Set(
    types.flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
  );
}

/** `Type.field` and its argument; an enum and its value, a union and its type, a type and its interface. */
function namesOf({ type, path = '', meta }: Change): string[] {
  const [owner = '', member, argument] = path.replace('@', '').split('.');
  const { removedUnionMemberTypeName, addedUnionMemberTypeName, removedInterfaceName } = meta as Record<string, string>;
  const inner = removedUnionMemberTypeName ?? addedUnionMemberTypeName ?? removedInterfaceName ?? member;
  if (inner === undefined) return [owner];
  const isField = inner === member && !path.startsWith('@') && !type.startsWith('ENUM_VALUE');
  if (!isField) return [owner, inner];
  return argument === undefined ? [`${owner}.${inner}`] : [`${owner}.${inner}`, argument];
}
