import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { graphqlOperations } from './naughty/graphql-operations.js';
import type { Operation, Target } from './naughty/operation.js';
import { restOperations } from './naughty/rest-operations.js';
import { World } from './naughty/world.js';

/** What stands in headers of mails, in lists and in cells of tables. */
const names: ReadonlySet<unknown> = new Set([
  'name',
  'workspaceName',
  'companyName',
  'company',
  'title',
  'subject',
  'label',
  'tags',
  'category',
  'industry',
]);

const world = new World();
const rest = restOperations(world);
const operations = [...rest, ...graphqlOperations(world)];
beforeAll(() => world.open(rest));
afterAll(() => world.close());

const fieldOf = ({ path }: Target) => path.findLast((step) => typeof step === 'string');
/** Nodes, edges and triggers have the rules of graphs, audiences find what was stored before, and rows are read as those of a file are. */
const isName = (target: Target) =>
  names.has(fieldOf(target)) &&
  !target.path.some((step) => ['nodes', 'edges', 'triggerConfig', 'contacts', 'audience'].includes(String(step)));
const naming = operations
  .map(({ name, targets }) => [name, targets.filter(isName)] as [Operation['name'], Target[]])
  .filter(([name, targets]) => targets.length > 0 && !name.endsWith('/imports'));

describe('a name of more than one line is refused by its field', () => {
  test('in the inputs of both surfaces', () => {
    const found = new Set(naming.flatMap(([, targets]) => targets.map(fieldOf)));
    expect([...names].filter((name) => name !== 'label' && !found.has(name as string))).toEqual([]);
    expect(naming.length).toBeGreaterThan(80);
  });

  test.each(naming)('of %s', async (_name, targets) => {
    for (const target of targets) {
      for (const text of ['Ana\nBcc: eve@example.com', 'Ana\r', '\u2028Ana', 'A\u0085na', 'A\u001bna', 'A\tna']) {
        const { status, details, message } = await target.send(text);
        const field = String(fieldOf(target));
        expect([target.name, text, status, `${message} ${JSON.stringify(details)}`]).toEqual([
          target.name,
          text,
          400,
          expect.stringContaining(field),
        ]);
      }
    }
  });
});
