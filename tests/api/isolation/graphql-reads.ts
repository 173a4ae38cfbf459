import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Answer, nameOf, type Operation, type Target } from '../naughty/operation.js';
import { shapeOfType } from '../naughty/read-shapes.js';
import { textPlaces, validOf } from '../naughty/shapes.js';
import type { World } from '../naughty/world.js';

type Field = GraphQLField<unknown, unknown>;
const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));

/** Every query of schema/schema.graphql, and every field of `Workspace` that has arguments. */
export function graphqlReads(world: World): Operation[] {
  const workspace = fieldsOf('Workspace').filter(({ args }) => args.length > 0);
  return [
    ...fieldsOf('Query').map((field) => readOf(world, field, `query ${field.name}`)),
    ...workspace.map((field) => readOf(world, field, `Workspace.${field.name}`)),
  ];
}

function fieldsOf(type: string): Field[] {
  return Object.values((schema.getType(type) as GraphQLObjectType).getFields()) as Field[];
}

function readOf(world: World, field: Field, name: string): Operation {
  const valid = () =>
    Object.fromEntries(
      field.args
        .filter(isRequiredArgument)
        .map((arg) => [
          arg.name,
          world.ids[arg.name] ?? validOf(shapeOfType(arg.type), world.sampleFor(field.name), arg.name),
        ]),
    );
  const targets = field.args.flatMap((arg) =>
    textPlaces(shapeOfType(arg.type), world.sampleFor(field.name), arg.name).map(
      ({ path, format, around }): Target => ({
        name: `${arg.name}${nameOf(path)}`,
        path,
        format,
        send: (text) => ask(world, field, name, { ...valid(), [arg.name]: around(text) }),
      }),
    ),
  );
  return { name, targets, sendValid: null, readAgain: () => Promise.resolve(null), readList: null };
}

async function ask(world: World, field: Field, name: string, variables: Record<string, unknown>): Promise<Answer> {
  const sent = field.args.filter((arg) => arg.name in variables);
  const isNested = name.startsWith('Workspace.');
  const declared = [...sent.map((arg) => `$${arg.name}: ${arg.type}`), ...(isNested ? ['$ofWorkspace: ID!'] : [])];
  const passed = sent.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const asked = `${field.name}${passed && `(${passed})`} ${leavesOf(field)}`;
  const document = `query ${declared.length > 0 ? `(${declared.join(', ')})` : ''} {
    ${isNested ? `workspace(id: $ofWorkspace) { ${asked} }` : asked} }`;
  const ofWorkspace = isNested ? { ofWorkspace: world.ids.workspaceId } : {};
  const { data, errors } = await world.app.graphql(document, { ...variables, ...ofWorkspace }, world.caller);
  const [error] = errors ?? [];
  if (!error) return { status: 200, code: null, message: '', details: [], data };
  const { status = 400, code = null, details = [] } = (error as GraphQLError).extensions as Partial<Answer>;
  return { status, code, message: error.message, details, data: null };
}

/** All that a field answers without further arguments, of lists and pages with that of their items. */
function leavesOf(field: Field, depth = 0): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return '';
  const inner = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const leaves = inner.filter((one) => isLeafType(getNamedType(one.type))).map((one) => one.name);
  const lists = inner.filter((one) => depth < 1 && String(one.type).startsWith('['));
  const items = lists.map((one) => ({ one, asked: leavesOf(one, depth + 1) })).filter(({ asked }) => asked);
  return `{ __typename ${[...leaves, ...items.map(({ one, asked }) => `${one.name} ${asked}`)].join(' ')} }`;
}
