import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { deprecated } from '../../src/platform/graphql/deprecated.js';
import type { Route, RouteTable } from '../../src/rest/route.js';
import { lineOf } from '../../tools/contract/change.js';
import { compareGraphql } from '../../tools/contract/compare-graphql.js';
import { compareOpenApi } from '../../tools/contract/compare-openapi.js';
import type { Contract } from '../../tools/contract/document.js';
import { changesSinceRelease, compactContract, compactSchema } from '../../tools/contract/released.js';
import { unnamedChanges } from '../../tools/contract/unnamed-changes.js';
import { describeDeprecations } from '../../tools/docs/describe-deprecations.js';
import { additions, breakingChanges, contract, type Things } from './contract-changes.js';

test('CHANGELOG.md names every breaking change since the last release (npm run contract)', async () => {
  const missing = unnamedChanges(await changesSinceRelease(), readFileSync('CHANGELOG.md', 'utf8'));
  expect(missing.map(lineOf)).toEqual([]);
});

function changesBy(change: (of: Things) => unknown): string[] {
  const after = contract();
  change(after);
  const [old, now] = [contract(), after] as unknown as [Contract, Contract];
  const found = compareOpenApi(old, now);
  // The stored form of a release says the same.
  expect(compareOpenApi(JSON.parse(compactContract(old)), now)).toEqual(found);
  return found.map((one) => `${one.level === 'breaking' ? '' : 'notable '}${lineOf(one)}`);
}

describe('a breaking change of the REST API is found:', () => {
  test.each(breakingChanges)('%s', (_, change, lines) => {
    expect(changesBy(change)).toEqual(lines);
  });

  test.each(additions)('an addition is no breaking change: %s', (_, change) => {
    expect(changesBy(change)).toEqual([]);
  });
});

describe('a breaking change of the GraphQL schema is found:', () => {
  const sdl = `directive @a(b: Int) on FIELD
    "A thing." type Thing implements Node { id: ID! size(unit: Int = 1, of: String): Int! kind: Kind any: Any }
    type Other { id: ID! } interface Node { id: ID! } union Any = Thing | Other enum Kind { big small }
    input ThingInput { name: String size: Int! } enum Order { asc desc }
    type Query { thing(by: ThingInput, order: Order): Thing }`;

  test.each<[string, string, string, string[]]>([
    ['a field', 'kind: Kind any', 'any', ["- `Thing.kind`: Field 'kind' was removed from object type 'Thing'."]],
    [
      'a type of a field',
      'Int! kind',
      'Int kind',
      ["- `Thing.size`: Field 'Thing.size' changed type from 'Int!' to 'Int'."],
    ],
    [
      'an argument',
      ', of: String',
      '',
      ["- `Thing.size`, `of`: Argument 'of: String' was removed from field 'Thing.size'."],
    ],
    [
      'a type of an argument',
      'of: String',
      'of: ID',
      ["- `Thing.size`, `of`: Type for argument 'of' on field 'Thing.size' changed from 'String' to 'ID'."],
    ],
    [
      'a default',
      'unit: Int = 1',
      'unit: Int = 2',
      ["- `Thing.size`, `unit`: Default value for argument 'unit' on field 'Thing.size' changed from '1' to '2'."],
    ],
    [
      'a required argument',
      'of: String',
      'of: String, to: Int!',
      ["- `Thing.size`, `to`: Argument 'to: Int!' added to field 'Thing.size'."],
    ],
    [
      'a required field',
      'size: Int! }',
      'size: Int! to: Int! }',
      ["- `ThingInput.to`: Input field 'to' of type 'Int!' was added to input object type 'ThingInput'."],
    ],
    [
      'a field of an input',
      'name: String',
      '',
      ["- `ThingInput.name`: Input field 'name' was removed from input object type 'ThingInput'."],
    ],
    ['a value', 'big small', 'big', ["- `Kind`, `small`: Enum value 'small' was removed from enum 'Kind'."]],
    [
      'a type of a union',
      'Thing | Other',
      'Thing',
      ["- `Any`, `Other`: Member 'Other' was removed from Union type 'Any'."],
    ],
    [
      'an interface',
      'implements Node',
      '',
      ["- `Thing`, `Node`: 'Thing' object type no longer implements 'Node' interface."],
    ],
    ['an argument of a directive', '(b: Int)', '', ["- `a`, `b`: Argument 'b' was removed from directive 'a'."]],
    ['a directive', 'directive @a(b: Int) on FIELD', '', ["- `a`: Directive 'a' was removed."]],
    [
      'a kind of type',
      'union Any = Thing | Other',
      'scalar Any',
      ["- `Any`: 'Any' kind changed from 'UnionTypeDefinition' to 'ScalarTypeDefinition'."],
    ],
    [
      'a new value of an answer',
      'big small',
      'big small huge',
      ["notable - `huge`: Enum value 'huge' was added to enum 'Kind'."],
    ],
    [
      'a new type of a union',
      'Thing | Other',
      'Thing | Other | Query',
      ["notable - `Query`: Member 'Query' was added to Union type 'Any'."],
    ],
    ['no new value of a request', 'asc desc', 'asc desc any', []],
    ['no addition', 'kind: Kind', 'kind(of: Int, size: Int = 1): Kind more: String', []],
    ['no description', '"A thing."', '"Something."', []],
  ])('%s', async (_, old, now, lines) => {
    const after = sdl.replace(old, now);
    const changes = (text: string) => compareGraphql(buildSchema(text), buildSchema(after));
    const found = await changes(sdl);
    expect(found.map((one) => `${one.level === 'breaking' ? '' : 'notable '}${lineOf(one)}`)).toEqual(lines);
    expect(await changes(compactSchema(sdl))).toEqual(found);
  });
});

describe('the changelog names a change', () => {
  const breaking = { level: 'breaking', names: ['GET P/things', 'page'], what: '' } as const;
  const notable = { level: 'notable', names: ['huge'], what: '' } as const;
  const changelog = (breakingLine: string, line: string, released = '') =>
    `# Changelog\n\n## Unreleased\n\n### Breaking\n\n${breakingLine}\n\n### More\n\n${line}\n\n## 1.0.0\n\n### Breaking\n\n${released}\n`;

  test.each([
    ['in one line', '- `GET P/things` has no `page`.', '- `Kind` can be `huge`.', []],
    ['in a line that is wrapped', '- `GET P/things` has\n  no `page`.', '- `Kind` can be `huge`.', []],
    ['with all names', '- `GET P/things` is smaller.\n- No `page`.', '- `Kind` is more.', [breaking, notable]],
    ['below Breaking', '- `Kind` can be `huge`.', '- `GET P/things` has no `page`.', [breaking]],
    ['in code marks', '- GET P/things has no page.', '- Kind can be huge.', [breaking, notable]],
  ])('%s', (_, breakingLine, line, missing) => {
    expect(unnamedChanges([breaking, notable], changelog(breakingLine, line))).toEqual(missing);
  });

  test('in the section of what is not released', () => {
    const named = '- `GET P/things` has no `page`, and `Kind` can be `huge`.';
    expect(unnamedChanges([breaking, notable], changelog('', '', named))).toEqual([breaking, notable]);
    expect(unnamedChanges([breaking], '# Changelog\n')).toEqual([breaking]);
  });
});

test('docs/stability.md lists what is deprecated', () => {
  const { deprecationReason } = deprecated({ since: '2026-12-01', sunset: '2027-12-01', instead: 'Use `a`.' });
  const mark = `@deprecated(reason: "${deprecationReason}")`;
  const schema = buildSchema(`type Query { old(by: Input): Int ${mark} a(b: Int ${mark}): Kind }
    input Input { c: Int ${mark} } enum Kind { d ${mark} }`);
  const row = { deprecated: { since: '2026-01-01', sunset: '2028-01-01', instead: 'Use `GET /a`.' } } as Route;
  const list = (tables: RouteTable[], of = schema) => {
    const page = describeDeprecations(readFileSync('docs/stability.md', 'utf8'), of, tables);
    return page.slice(page.indexOf('## What is deprecated')).split('\n').slice(4, -2);
  };
  expect(list([{ 'GET /old': row }])).toEqual([
    '| what | since | removed after | instead |',
    '| --- | --- | --- | --- |',
    '| `GET /old` | 2026-01-01 | 2028-01-01 | Use `GET /a`. |',
    ...['Query.old', 'Query.a(b)', 'Input.c', 'Kind.d'].map(
      (name) => `| \`${name}\` | 2026-12-01 | 2027-12-01 | Use \`a\`. |`,
    ),
    '',
  ]);
  expect(list([], buildSchema('type Query { a: Int }'))).toEqual(['Nothing is.', '']);
  expect(() => describeDeprecations('# Stability', schema, [])).toThrow('must contain');
});
