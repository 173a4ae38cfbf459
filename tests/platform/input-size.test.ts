import { expect, test } from '@jest/globals';
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { inputSizeViolation } from '../../src/platform/graphql/limits/input-size.js';

const schema = buildSchema(`
  scalar JSONObject
  input Leaf { tags: [String!] more: [Leaf!] any: [JSONObject!] one: JSONObject }
  type Query { read(leaf: Leaf, leaves: [Leaf!]): Int }
`);
const [operation] = parse('query ($leaf: Leaf, $leaves: [Leaf!]) { read(leaf: $leaf, leaves: $leaves) }').definitions;
const messageOf = (variables: Record<string, unknown>) =>
  inputSizeViolation(schema, operation as OperationDefinitionNode, variables)?.message ?? null;
const list = (length: number, entry: unknown) => Array.from({ length }, () => entry);

test.each<[string, Record<string, unknown>, string | null]>([
  ['nothing', {}, null],
  ['what is allowed', { leaves: list(2_500, { more: [{}] }).slice(0, 2_400) }, null],
  ['a list of too many objects', { leaves: list(2_501, {}) }, 'leaves must have at most 2500 entries.'],
  ['a list inside', { leaf: { more: [{ any: list(2_501, 1) }] } }, 'more[0].any must have at most 2500 entries.'],
  [
    'objects in several lists',
    { leaves: list(2_000, { more: [{}, {}] }) },
    'leaves[1666].more[1] must be smaller: an operation may have at most 5000 objects in its input.',
  ],
  [
    'JSON in several lists',
    { leaves: list(3, { any: list(2_000, {}) }) },
    'leaves[2].any must be smaller: an operation may have at most 5000 objects in its input.',
  ],
  [
    'short values in several lists',
    { leaves: list(3, { tags: list(20_000, 'x') }) },
    'leaves[2].tags must be smaller: an operation may have at most 50000 entries and fields in its input.',
  ],
  ['values inside of JSON', { leaf: { one: { all: list(100_000, 1) } } }, null],
  ['values of other types', { leaf: 1, leaves: 'x' }, null],
])('the size of an input with %s is judged', (_what, variables, message) => {
  expect(messageOf(variables)).toBe(message);
});
