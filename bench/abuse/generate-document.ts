import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Fields of one selection, and levels, of a generated document. */
const most = { fields: 12, levels: 14, perDocument: 1_500 };

/** A query that nobody wrote: random fields of the schema, some with aliases, most lists with a limit. */
export function generateDocument(schema: GraphQLSchema, random: () => number, workspaceId: string): string {
  let left = most.perDocument;
  const pick = (count: number) => Math.floor(random() * count);
  const selections = (type: GraphQLObjectType, level: number): string => {
    const fields = Object.values(type.getFields());
    const chosen = Array.from({ length: 1 + pick(most.fields) }, () => fields[pick(fields.length)]);
    const written = [...new Set(chosen)].flatMap((field) => (field ? write(field, level) : []));
    return ['__typename', ...written].join(' ');
  };
  const write = (field: GraphQLField<unknown, unknown>, level: number): string[] => {
    const args = writeArguments(field.args, pick, workspaceId);
    if (args === null || left-- <= 0) return [];
    const alias = random() < 0.02 ? `a${pick(1_000)}: ` : '';
    const type = getNamedType(field.type);
    if (isLeafType(type)) return [`${alias}${field.name}${args}`];
    if (!isObjectType(type) || level >= most.levels) return [];
    return [`${alias}${field.name}${args} { ${selections(type, level + 1)} }`];
  };
  const root = schema.getQueryType();
  const workspace = root?.getFields().workspace;
  const type = workspace && getNamedType(workspace.type);
  return isObjectType(type) ? `{ workspace(id: "${workspaceId}") { ${selections(type, 1)} } }` : '{ __typename }';
}

/** Null if a required argument cannot be guessed. */
function writeArguments(
  args: readonly GraphQLArgument[],
  pick: (count: number) => number,
  workspaceId: string,
): string | null {
  const written: string[] = [];
  for (const { name, type } of args) {
    if (name === 'limit') written.push(`limit: ${1 + pick(100)}`);
    else if (isNonNullType(type) && getNamedType(type).name === 'ID') written.push(`${name}: "${workspaceId}"`);
    else if (isNonNullType(type)) return null;
  }
  return written.length > 0 ? `(${written.join(', ')})` : '';
}
