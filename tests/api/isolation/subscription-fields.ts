import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, getNamedType, isRequiredArgument } from 'graphql';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
const fields = (schema.getSubscriptionType() as GraphQLObjectType).getFields();

/** Every subscription of schema/schema.graphql. */
export const subscriptionFields: readonly string[] = Object.keys(fields);

/** A subscription with those values that it requires. */
export function subscriptionOf(name: string, values: Record<string, string>) {
  const args = fields[name]?.args.filter(isRequiredArgument) ?? [];
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const variables = Object.fromEntries(args.map((arg) => [arg.name, values[arg.name]]));
  // Each transports what happened to an execution; the changes of a workspace have a record of any type.
  const type = fields[name] && (getNamedType(fields[name].type) as GraphQLObjectType);
  const selection = type?.getFields().execution ? 'execution { id status }' : 'type action id';
  return { query: `subscription (${declared}) { ${name}(${passed}) { ${selection} } }`, variables };
}
