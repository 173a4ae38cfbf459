import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { nobody } from '../support/sample-args.js';
import { type CanaryPerson, graphql, type Stage } from './canary-people.js';
import { document } from './naughty/rest-operations.js';

/** Everything that can be read, as the published description of the API lists it. @returns how many answers had content */
export async function readEverything(stage: Stage, person: CanaryPerson, as: string): Promise<number> {
  return (await readRoutes(stage, person, as)) + (await readFields(stage, person, as));
}

async function readRoutes({ watch }: Stage, { workspaceId }: CanaryPerson, as: string): Promise<number> {
  const lists = new Map<string, Promise<string[]>>();
  let read = 0;
  const get = async (path: string): Promise<string> => {
    const { status, text } = await watch.call(`GET ${path}`, { as, shows: ['webhookToken'] });
    if (status === 200) read += 1;
    return text;
  };
  /** The first parameter of a path replaced by the IDs of what the path before it lists. */
  const filled = async (path: string): Promise<string[]> => {
    const [, before, after] = /^(.*?)\/\{\w+\}(.*)$/.exec(path) ?? [];
    if (before === undefined || after === undefined) return [path];
    if (!lists.has(before)) lists.set(before, get(`${before}?limit=100`).then(idsIn));
    const ids = (await lists.get(before)) as string[];
    // What belongs to a record is read of a few of them only.
    const found = ids.length === 0 ? [nobody] : after === '' ? ids : ids.slice(0, 4);
    return (await Promise.all(found.map((id) => filled(`${before}/${id}${after}`)))).flat();
  };
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    if (!operation) continue;
    const needed = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required);
    const query = needed.map(({ name }) => `${name}=key`).join('&');
    for (const one of await filled(path.replace('{workspaceId}', workspaceId))) await get(`${one}?${query}`);
  }
  return read;
}

function idsIn(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    return Array.isArray(data) ? data.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])) : [];
  } catch {
    return [];
  }
}

/** Every field of a workspace in GraphQL, three levels deep. */
async function readFields(stage: Stage, { workspaceId }: CanaryPerson, as: string): Promise<number> {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'), { assumeValidSDL: true });
  const workspace = schema.getType('Workspace') as GraphQLObjectType;
  let read = 0;
  for (const field of Object.values(workspace.getFields())) {
    const selection = selectionOf(field, 3);
    if (!selection) continue;
    const query = `query ($w: ID!) { workspace(id: $w) { ${selection} } }`;
    const { text } = await graphql(stage, query, { w: workspaceId }, { as, shows: ['webhookToken'] });
    if (!JSON.parse(text).errors) read += 1;
  }
  return read;
}

function selectionOf({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string | null {
  if (args.some(isRequiredArgument)) return null;
  const named = getNamedType(type);
  const limited = args.some((arg) => arg.name === 'limit') ? `${name}(limit: 20)` : name;
  if (isLeafType(named)) return name;
  if (!isObjectType(named) || depth === 0) return null;
  const inner = Object.values(named.getFields()).flatMap((field) => selectionOf(field, depth - 1) ?? []);
  return inner.length > 0 ? `${limited} { ${inner.join(' ')} }` : null;
}
