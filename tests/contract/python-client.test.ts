import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

/*
 * openapi-python-client needs Python, which the machine of the suite may not have. These are the conditions under which it
 * warns and leaves something out, as far as the document can fail them.
 */
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema?: unknown }>;

const { content_type_overrides: overrides } = parse(readFileSync('src/client/python/generator.yml', 'utf8')) as {
  content_type_overrides: Record<string, string>;
};
const text = readFileSync('schema/openapi.json', 'utf8');

const bodies = /^(application\/(x-www-form-urlencoded|octet-stream|json)|multipart\/form-data|.*\+json)$/;
const answers = /^(text\/.*|application\/(octet-stream|json)|.*\+json)$/;

/** What the generator would warn of. */
function warningsOf({ paths, components }: Contract): string[] {
  const known = (types: RegExp, type: string) => types.test(overrides[type] ?? type);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
  );
  const media = operations.flatMap(({ at, requestBody, responses }) => [
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
      known(bodies, type) && schema ? [] : [`${at}: a body of ${type}`],
    ),
    ...Object.values(responses).flatMap(({ content = {} }) => {
      const types = Object.keys(content);
      return types.length === 0 || types.some((type) => known(answers, type)) ? [] : [`${at}: an answer of ${types}`];
    }),
  ]);
  const twice = repeated(Object.keys(components.schemas)).map((name) => `components: two models ${name}`);
  return [...media, ...twice, ...schemasIn({ paths, components }).flatMap(warningsOfSchema)];
}

function warningsOfSchema(schema: Record<string, unknown>): string[] {
  const values = (schema.enum as unknown[] | undefined)?.filter((value) => value !== null) ?? [];
  const types = new Set(values.map((value) => typeof value));
  const names = repeated(Object.keys((schema.properties ?? {}) as object));
  return [
    ...([schema.type].flat().includes('array') && !schema.items ? ['an array without items'] : []),
    ...(types.size > 1 || types.has('boolean') ? [`values of several types: ${values}`] : []),
    ...names.map((name) => `two properties ${name}`),
  ];
}

/** Names that are the same in Python. */
function repeated(names: string[]): string[] {
  const plain = names.map((name) => name.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase());
  return names.filter((_, index) => plain.indexOf(plain[index] as string) < index);
}

/** Every object with a keyword of JSON Schema, without examples. */
function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    /^examples?$|^default$/.test(key) ? [] : schemasIn(one),
  );
  return 'type' in value || 'enum' in value ? [value as Record<string, unknown>, ...inner] : inner;
}

describe('a Python client is generated from the document without a warning', () => {
  test('today', () => {
    expect(warningsOf(JSON.parse(text))).toEqual([]);
  });

  const body = (content: Content) => ({ responses: {}, requestBody: { content } });
  const schema = { type: 'string' };

  test.each<[string, Operation]>([
    ['post /a: a body of text/html', body({ 'text/html': { schema } })],
    ['post /a: a body of application/json', body({ 'application/json': {} })],
    ['post /a: an answer of image/png', { responses: { 200: { content: { 'image/png': { schema } } } } }],
    ['an array without items', body({ 'application/json': { schema: { type: ['array', 'null'] } } })],
    ['values of several types: a,1', body({ 'application/json': { schema: { enum: ['a', 1, null] } } })],
    ['values of several types: true', body({ 'application/json': { schema: { enum: [true] } } })],
    [
      'two properties user_id',
      body({ 'application/json': { schema: { type: 'object', properties: { userId: schema, user_id: schema } } } }),
    ],
  ])('not with %s', (warning, post) => {
    expect(warningsOf({ paths: { '/a': { post } }, components: { schemas: {} } })).toEqual([warning]);
  });

  test('not with two models of one name', () => {
    const schemas = { UserID: schema, UserId: schema };
    expect(warningsOf({ paths: {}, components: { schemas } })).toEqual(['components: two models UserId']);
  });
});

test('the README names the version of the generator that the command uses', () => {
  const program = readFileSync('tools/build/clients.ts', 'utf8');
  const [, version = ''] = /openapi-python-client==([\d.]+)/.exec(program) ?? [];
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFileSync('src/client/python/README.md', 'utf8')).toContain(`openapi-python-client\` ${version}`);
});
