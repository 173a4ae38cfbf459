import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';

/** A valid ID that does not exist. */
export const nobody = '01890000-0000-7000-8000-000000000000';

/** The smallest valid value of an input type. */
export function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
  }
  if (!isScalarType(type)) return null;
  switch (type.name) {
    case 'ID':
      return nobody;
    case 'Int':
    case 'Float':
    case 'BigInt':
      return 1;
    case 'Boolean':
      return true;
    case 'DateTime':
      return '2030-01-01T00:00:00.000Z';
    case 'Decimal':
      return '1';
    case 'Date':
      return '2030-01-01';
    case 'JSON':
    case 'JSONObject':
      return {};
    default:
      return 'x';
  }
}

/** Values for the required arguments of a field, with the given workspace. */
export function sampleArguments(args: readonly GraphQLArgument[], workspaceId: string, workspaceArg: string) {
  const needed = args.filter((arg) => isNonNullType(arg.type) || arg.name === workspaceArg);
  return Object.fromEntries(
    needed.map((arg) => [arg.name, arg.name === workspaceArg ? workspaceId : sampleOf(arg.type)]),
  );
}
