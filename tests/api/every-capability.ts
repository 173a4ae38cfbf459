import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { records } from '../../src/app/collect-modules.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import type { Capability } from '../../src/platform/access/capabilities.js';
import { type AnyRecord, inputFields, type RecordField } from '../../src/platform/records/index.js';
import { ruleOf } from '../../src/platform/records/record-definition.js';
import type { TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { nobody } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';
import type { Operation } from './naughty/operation.js';
import { document, requestOf, send } from './naughty/rest-operations.js';
import type { SampleOf } from './naughty/shapes.js';
import { World } from './naughty/world.js';

type Field = GraphQLField<unknown, unknown>;
const workspace = buildGraphSchema().getType('Workspace') as GraphQLObjectType;

/** Texts with rules of their own, which stay as the world has them. */
const formatted = new Set([
  'timezone',
  'currency',
  'language',
  'from',
  'to',
  'phone',
  'country',
  'email',
  'cron',
  'voice',
]);
const inWords = (name: string) => `Mark${name.toLowerCase()}zz`;

/** The kinds with texts of clients that records are, with the rule that reads each. */
const recordKinds = records
  .filter((record) => Object.keys(textsOf(record, 'create')).length > 0)
  .map((record) => ({ kind: record.name.toLowerCase(), ...ruleOf(record, 'read') }));

/** The kinds of texts, which are marked, with the capability that reads each. Flows and executions are no records. */
export const readOf: ReadonlyMap<string, Capability> = new Map([
  ['flow', 'flows:read'],
  ['execution', 'flows:read'],
  ...recordKinds.map(
    ({ kind, capability, keyCapability }) => [kind, capability ?? keyCapability] as [string, Capability],
  ),
]);

/** The kinds that every member reads. */
export const readByMembers: readonly string[] = recordKinds.flatMap(({ kind, capability }) =>
  capability ? [] : [kind],
);

/** A world in which each text of each record says what kind it is of, and records refer to each other. */
export class MarkedWorld extends World {
  override sampleFor(operation: string): SampleOf {
    const plain = super.sampleFor(operation);
    return (field, owner) => {
      const record = records.find(({ name }) => owner === `Create${name}Input`);
      const changed = records.find(({ name }) => owner === `Update${name}Input`);
      const known = plain(field, owner);
      if (/^(Create|Update)FlowInput$/.test(owner) && ['name', 'description'].includes(field)) return inWords('flow');
      if (changed) return field === '*' ? { ...(known as object | undefined), ...textsOf(changed, 'update') } : known;
      if (!record) return known;
      if (field === '*')
        return { ...this.#marked(record), ...(known as object | undefined), ...textsOf(record, 'create') };
      return known ?? textsOf(record, 'create')[field];
    };
  }

  override async open(operations: readonly Operation[], app?: TestApp): Promise<void> {
    await super.open(operations, app);
    const text = inWords('execution');
    const nodes = [
      node('start', 'trigger.manual'),
      node('set', 'data.set', { assignments: [{ name: 'text', value: text }] }),
    ];
    const { id } = await this.app.seed.flow(ownerOf(this), graph(nodes, 'start>set'));
    this.ids.executionId = await trigger(this.app, ownerOf(this), id, { triggerData: { text } });
    const { steps } = await reached(this.app, ownerOf(this), this.ids.executionId);
    this.ids.stepId = steps[1]?.id ?? '';
    const path = `/workspaces/${this.ids.workspaceId}/files?name=${inWords('file')}`;
    const { body } = await this.app.rest(`POST ${path}`, {
      as: this.caller,
      body: 'bytes',
      headers: { 'content-type': 'text/plain' },
    });
    this.ids.fileId = (body.data as { id: string }).id;
  }

  /** What it refers to, of what exists already. */
  #marked(record: AnyRecord): Record<string, unknown> {
    const refers = inputFields(record, 'create').filter(([name, { reference }]) => reference && name in this.ids);
    return Object.fromEntries(refers.map(([name]) => [name, this.ids[name]]));
  }
}

function textsOf(record: AnyRecord, operation: 'create' | 'update'): Record<string, string> {
  const isFree = ([name, { sqlType, values, phone, trimmed, encrypted, rules, limits }]: [string, RecordField]) =>
    sqlType === 'text' &&
    !values &&
    !phone &&
    !trimmed &&
    !encrypted &&
    rules.length > 0 &&
    /^At most \d+ characters\.$/.test(limits ?? '') &&
    !formatted.has(name) &&
    !/id$/i.test(name);
  const free = inputFields(record, operation).filter(isFree);
  return Object.fromEntries(free.map(([name]) => [name, `${inWords(record.name)} ${name}`]));
}

/** The kinds of which a text stands in an answer. */
export function kindsIn(answer: unknown): string[] {
  const found = JSON.stringify(answer ?? null).matchAll(/mark([a-z]+?)zz/gi);
  return [...new Set([...found].map(([, kind = '']) => kind.toLowerCase()))];
}

/** A read of the workspace as somebody. */
export interface Read {
  name: string;
  ask(as: string): Promise<unknown>;
}

/** Every field of a workspace in GraphQL with what its answer leads to, and every path that REST reads. */
export function everyRead(world: World): Read[] {
  const fields = Object.values(workspace.getFields()).map(
    (field): Read => ({ name: `Workspace.${field.name}`, ask: (as) => askField(world, field, {}, as) }),
  );
  const nodes: Read = {
    name: 'nodes',
    ask: async (as) => {
      const spread = records
        .filter((record) => shownBy(record).length > 0)
        .map((record) => `... on ${record.name} { ${shownBy(record).join(' ')} }`)
        .join(' ');
      const ids = Object.entries(world.ids)
        .filter(([, id]) => typeof id === 'string')
        .map(([, id]) => id);
      const { data } = await world.app.graphql(
        `query ($ids: [ID!]!) { nodes(ids: $ids) { id ${spread} } }`,
        { ids },
        as,
      );
      return data;
    },
  };
  const paths = Object.entries(document.paths).filter(
    ([path, { get }]) => get && path.startsWith('/workspaces/{workspaceId}'),
  );
  const routes = paths.map(
    ([path, { get }]): Read => ({
      name: `GET ${path}`,
      ask: async (as) =>
        (await send({ app: world.app, caller: as }, 'GET', path, requestOf(world, '', get?.parameters ?? []))).data,
    }),
  );
  return [...fields, nodes, ...routes];
}

/** Every list of REST that searches. */
export function everySearch(
  world: World,
): { name: string; finds(kinds: readonly string[], as: string): Promise<string[]> }[] {
  const lists = Object.entries(document.paths).filter(
    ([path, { get }]) =>
      path.startsWith('/workspaces/{workspaceId}') && get?.parameters?.some(({ name }) => name === 'search'),
  );
  return lists.map(([path]) => {
    const total = async (kind: string, as: string) => {
      const request = { ...requestOf(world, '', []), query: { search: inWords(kind) } };
      const { data } = await send({ app: world.app, caller: as }, 'GET', path, request);
      return Array.isArray(data) ? data.length : null;
    };
    const finds = async (kinds: readonly string[], as: string) => {
      if ((await total('nothing', as)) === null) return [];
      const found = await Promise.all(kinds.map(async (kind) => ((await total(kind, as)) ? [kind] : [])));
      return found.flat();
    };
    return { name: `GET ${path}?search=`, finds };
  });
}

async function askField(world: World, field: Field, given: Record<string, unknown>, as: string): Promise<unknown> {
  const passed = { ...valuesOf(world, field), ...given };
  const sent = field.args.filter(({ name }) => name in passed);
  const declared = ['$w: ID!', ...sent.map(({ name, type }) => `$${name}: ${type}`)].join(', ');
  const args = sent.map(({ name }) => `${name}: $${name}`).join(', ');
  const asked = `${field.name}${args && `(${args})`} ${selection(field, 2) ?? ''}`;
  const { data } = await world.app.graphql(
    `query (${declared}) { workspace(id: $w) { ${asked} } }`,
    { ...passed, w: world.ids.workspaceId },
    as,
  );
  return data;
}

function valuesOf(world: World, field: Field): Record<string, unknown> {
  const own = `${field.name}Id`;
  const values = field.args.filter(isRequiredArgument).map(({ name, type }) => {
    if (name === 'id') return [name, world.ids[own] ?? nobody];
    if (name in world.ids) return [name, world.ids[name]];
    return [
      name,
      String(type).startsWith('ID') ? nobody : String(type).startsWith('Int') ? 1 : name === 'q' ? 'mark' : 'text',
    ];
  });
  return Object.fromEntries(values);
}

/** What an answer shows; of what has a rule only what may be null, so that a refusal hides nothing else. */
export function selection({ type }: Field, depth: number): string | null {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named) || depth < 0) return null;
  const shown = Object.values(named.getFields()).flatMap((inner: Field) => {
    const isHiding = inner.extensions.rule !== undefined && isNonNullType(inner.type);
    if (isHiding || inner.args.some(isRequiredArgument)) return [];
    const isStep = ['items', 'pagination'].includes(inner.name);
    const below = selection(inner, isStep ? depth : depth - 1);
    return below === null ? [] : [`${inner.name} ${below}`];
  });
  return shown.length > 0 ? `{ ${shown.join(' ')} }` : null;
}

const shownBy = (record: AnyRecord) =>
  Object.entries(textsOf(record, 'create')).map(([name]) => `${record.name}_${name}: ${name}`);

/** Who the world belongs to. */
export function ownerOf(world: World): Owner {
  return { token: world.caller, workspaceId: String(world.ids.workspaceId), email: '' };
}

/** Sets of capabilities: of any two capabilities, one of the sets has the first and not the second. */
export function halvesOf(all: readonly Capability[]): Capability[][] {
  const bits = Math.ceil(Math.log2(all.length));
  return Array.from({ length: bits * 2 }, (_, n) =>
    all.filter((_capability, index) => ((index >> (n >> 1)) & 1) === (n & 1)),
  );
}
