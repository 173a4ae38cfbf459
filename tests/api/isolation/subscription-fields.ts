import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, isRequiredArgument } from 'graphql';

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
  return { query: `subscription (${declared}) { ${name}(${passed}) { execution { id status } } }`, variables };
}
