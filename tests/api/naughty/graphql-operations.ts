import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Answer, nameOf, type Operation, type Target } from './operation.js';
import { shapeOfType } from './read-shapes.js';
import { type Shape, textPlaces, validOf } from './shapes.js';
import type { World } from './world.js';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));

/** Every mutation of schema/schema.graphql. */
export function graphqlOperations(world: World): Operation[] {
  const mutations = (schema.getMutationType() as GraphQLObjectType).getFields();
  return Object.values(mutations).map((mutation) => operationOf(world, mutation));
}

function operationOf(world: World, mutation: GraphQLField<unknown, unknown>): Operation {
  const { name, args, type } = mutation;
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const shapes = shapesOf(mutation);
  const input = shapes.find((arg) => arg.name === 'input')?.shape;
  const document = `mutation ${declared && `(${declared})`} { ${name} ${passed && `(${passed})`} ${selection(type, input)} }`;
  const sample = world.sampleFor(name);
  const valid = () => validArguments(world, mutation);
  const send = (changed: () => Record<string, unknown> = () => ({})) =>
    world.prepared(name, () => ask(world, document, { ...valid(), ...changed() }));
  const targets = shapes.flatMap((arg) =>
    textPlaces(arg.shape, sample, arg.name).map(
      ({ path, format, around }): Target => ({
        name: `${arg.name}${nameOf(path)}`,
        path: arg.name === 'input' ? path : [],
        format: path.length === 0 && arg.name !== 'input' ? 'argument' : format,
        send: (text) => send(() => ({ [arg.name]: around(text) })),
      }),
    ),
  );
  const hasInput = shapes.some((arg) => arg.shape.is === 'object' || arg.shape.is === 'json');
  return {
    name,
    sendValid: hasInput ? () => send() : null,
    targets,
    readAgain: () => Promise.resolve(null),
    readList: null,
  };
}

function shapesOf({ args }: GraphQLField<unknown, unknown>) {
  return args.map((arg) => ({ name: arg.name, shape: shapeOfType(arg.type), required: isRequiredArgument(arg) }));
}

/** The smallest valid arguments of a mutation. @param also sent, although it is optional */
export function validArguments(
  world: World,
  mutation: GraphQLField<unknown, unknown>,
  also?: string,
): Record<string, unknown> {
  const { name } = mutation;
  const sent = shapesOf(mutation).filter((arg) => arg.required || arg.name in world.ids || arg.name === also);
  return Object.fromEntries(
    sent.map((arg) => [arg.name, world.idsFor(name)[arg.name] ?? validOf(arg.shape, world.sampleFor(name), arg.name)]),
  );
}

/** What an answer has of the fields of the input. */
function selection(output: GraphQLOutputType, input: Shape | undefined): string {
  const named = getNamedType(output);
  if (isLeafType(named)) return '';
  const bare = input?.is === 'list' ? input.of : input;
  const fields = bare?.is === 'object' && isObjectType(named) ? bare.fields() : new Map<string, { shape: Shape }>();
  const own = isObjectType(named) ? named.getFields() : {};
  // JSON of a known shape is answered with its fields.
  if (bare?.is === 'json' && isObjectType(named)) {
    const leaves = Object.values(own).filter(({ type, args }) => isLeafType(getNamedType(type)) && args.length === 0);
    return `{ __typename ${leaves.map(({ name }) => name).join(' ')} }`;
  }
  const same = [...fields].flatMap(([name, { shape }]) => {
    // Answers call the local name of a stage `key`; inputs take both.
    const field = own[name] ?? (name === 'id' ? own.key : undefined);
    if (!field || field.args.some(isRequiredArgument)) return [];
    const read = field.name === name ? name : `${name}: ${field.name}`;
    return isLeafType(getNamedType(field.type)) ? [read] : [`${read} ${selection(field.type, shape)}`];
  });
  return `{ __typename ${same.join(' ')} }`;
}

async function ask({ app, caller }: World, document: string, variables: Record<string, unknown>): Promise<Answer> {
  const { data, errors } = await app.graphql(document, variables, caller);
  const [error] = errors ?? [];
  if (!error) return { status: 200, code: null, message: '', details: [], data: Object.values(data ?? {})[0] };
  const { status = 400, code = null, details = [] } = (error as GraphQLError).extensions as Partial<Answer>;
  return { status, code, message: error.message, details, data: null };
}
