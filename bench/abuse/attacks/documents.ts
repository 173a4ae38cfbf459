import { getIntrospectionQuery } from 'graphql';
import { buildGraphSchema } from '../../../src/app/schema.js';
import type { Attack, Attacker } from '../attacker.js';
import { generateDocument } from '../generate-document.js';

/** A comment that makes each document a new one. */
const anew = ({ random }: Attacker) => `# ${random()}\n`;
const workspace = ({ target }: Attacker, inner: string) =>
  `{ workspace(id: "${target.tenant.workspaceId}") { ${inner} } }`;

/** Fragments that spread one another: two kilobytes that stand for tens of thousands of fields. */
function fragmentBomb(attacker: Attacker, levels = 12): string {
  const fields = 'id name createdAt updatedAt isActive';
  const fragments = Array.from({ length: levels }, (_, at) => {
    const next =
      at + 1 < levels ? `a: lastExecution { flow { ...F${at + 1} } } b: lastExecution { flow { ...F${at + 1} } }` : '';
    return `fragment F${at} on Flow { ${fields} ${next} }`;
  });
  return `${anew(attacker)} ${workspace(attacker, 'flows { items { ...F0 } }')} ${fragments.join(' ')}`;
}

const nested = (attacker: Attacker, depth: number) =>
  `${anew(attacker)} { workspace(id: ${'['.repeat(depth)}${']'.repeat(depth)}) { id } }`;

/** As many fields, aliases and tokens as are allowed, and not valid: everything is checked before it is refused. */
const costlyRefusal = (attacker: Attacker) =>
  `${anew(attacker)} { ${'...A '.repeat(38)} nothing } fragment A on Query { ${'me { id email name } '.repeat(33)} }`;

export const documentAttacks: Attack[] = [
  {
    name: 'fragments-anonymous',
    what: 'fragments that spread one another, without a credential',
    run: (attacker) => attacker.repeat(16, () => attacker.graphql(fragmentBomb(attacker), {}, true)),
  },
  {
    name: 'fragments',
    what: 'the same with a credential',
    run: (attacker) => attacker.repeat(16, (lane) => attacker.graphql(fragmentBomb(attacker, 4 + (lane % 9)))),
  },
  {
    name: 'aliases',
    what: 'one field under thousands of names',
    run: (attacker) =>
      attacker.repeat(16, () => {
        const names = Array.from({ length: 1_500 }, (_, at) => `a${at}: name`);
        return attacker.graphql(`${anew(attacker)} ${workspace(attacker, names.join(' '))}`);
      }),
  },
  {
    name: 'nesting',
    what: 'literals nested thousands of levels deep',
    run: (attacker) => attacker.repeat(16, (lane) => attacker.graphql(nested(attacker, 100 * (lane + 1)))),
  },
  {
    name: 'comments',
    what: 'documents of 3 MiB of comments',
    run: (attacker) => attacker.repeat(8, () => attacker.graphql(`{ __typename } ${'#\n'.repeat(1_400_000)}`)),
  },
  {
    name: 'refusals',
    what: 'documents that are refused after all checks',
    run: (attacker) => attacker.repeat(16, () => attacker.graphql(costlyRefusal(attacker))),
  },
  {
    name: 'introspection',
    what: 'the whole schema, without a credential',
    run: (attacker) => attacker.repeat(16, () => attacker.graphql(anew(attacker) + getIntrospectionQuery(), {}, true)),
  },
  {
    name: 'generated',
    what: 'random documents over the schema, in batches',
    run: (attacker) => {
      const schema = buildGraphSchema();
      const { workspaceId } = attacker.target.tenant;
      const query = () => generateDocument(schema, attacker.random, workspaceId);
      return attacker.repeat(16, () => {
        const batch = Array.from({ length: 5 }, () => ({ query: query() }));
        return attacker.send({ path: '/graphql', body: JSON.stringify(batch) });
      });
    },
  },
  {
    name: 'variables',
    what: 'lists of hundreds of thousands of variables',
    run: (attacker) => {
      const ids = JSON.stringify(Array.from({ length: 300_000 }, (_, at) => `v${at}`));
      const query =
        'mutation ($id: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $id, input: $input) { id } }';
      const variables = `{"id":"${attacker.target.tenant.workspaceId}","input":{"name":"x","nodes":${ids},"edges":[]}}`;
      const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`.slice(0, 3 * 1024 * 1024);
      return attacker.repeat(8, () => attacker.send({ path: '/graphql', body }));
    },
  },
];
