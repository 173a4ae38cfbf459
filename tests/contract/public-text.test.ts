import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

/** What is said in public: every sentence of the schema, of OpenAPI, of the docs and of the source's messages. */
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const openapi = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as OpenApi;

interface OpenApi {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>;
}

const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...operation })),
);

/** What an operation does, in one word: the first of its summary and, where it is CRUD, of its operationId. */
const crud = ['list', 'get', 'create', 'update', 'delete'];
const verbs = [
  ...crud,
  'accept',
  'analyze',
  'append',
  'assign',
  'batch',
  'call',
  'cancel',
  'change',
  'clear',
  'compare',
  'confirm',
  'connect',
  'decide',
  'disable',
  'discard',
  'duplicate',
  'enroll',
  'evaluate',
  'export',
  'finish',
  'generate',
  'import',
  'invite',
  'leave',
  'link',
  'listen',
  'log',
  'open',
  'publish',
  'receive',
  'redeliver',
  'refresh',
  'regenerate',
  'register',
  'release',
  'remove',
  'replay',
  'rescrape',
  'resend',
  'reset',
  'restore',
  'resume',
  'retry',
  'revoke',
  'rotate',
  'run',
  'save',
  'search',
  'send',
  'set',
  'simulate',
  'start',
  'submit',
  'subscribe',
  'test',
  'top',
  'trigger',
  'unlink',
  'unsubscribe',
  'upsert',
  'validate',
  'verify',
];

/** Names that say everything about themselves wherever they stand. */
const plainNames = new Set(
  ['id', 'name', 'email', 'phone', 'company', 'description', 'title', 'password', 'items', 'page', 'limit', 'total']
    .concat(['totalPages', 'pagination', 'createdAt', 'updatedAt', 'message', 'field', 'workspace', 'workspaceId'])
    .concat(['input', 'status', 'date', 'from', 'to', 'search', 'url', 'subject', 'body', 'contact', 'flow', 'node'])
    .concat(['execution', 'user', 'text', 'label', 'count', 'version', 'type', 'error', 'errors', 'userId', 'flowId'])
    .concat([
      'contactId',
      'startedAt',
      'finishedAt',
      'endedAt',
      'country',
      'currency',
      'language',
      'question',
      'answer',
    ]),
);

function idOfRecord(name: string): boolean {
  return /^[a-z][A-Za-z]*Id$/.test(name);
}

/** Every type, field, argument, input field and enum value that stands without a sentence and needs one. */
function undescribed(): string[] {
  const found: string[] = [];
  const look = (at: string, name: string, description: string | null | undefined) => {
    if (!description && !plainNames.has(name) && !idOfRecord(name)) found.push(at);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    if (!/^(Query|Mutation|Subscription)$/.test(type.name) && !/Page$|Input$/.test(type.name))
      look(type.name, '', type.description);
    if (isScalarType(type)) continue;
    if (isEnumType(type))
      for (const value of type.getValues()) look(`${type.name}.${value.name}`, '-', value.description);
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields()) as (GraphQLField<unknown, unknown> | GraphQLInputField)[]) {
        look(`${type.name}.${field.name}`, field.name, field.description);
        for (const arg of ('args' in field ? field.args : []) as GraphQLArgument[])
          look(`${type.name}.${field.name}(${arg.name})`, arg.name, arg.description);
      }
    }
  }
  return found;
}

/** Words and turns that a reader would have to guess. */
const guesses: [RegExp, string][] = [
  [/\bwhen left out\b|\bleft out,|\bif left out\b/i, 'Defaults to …, at most …'],
  [/\b(hears?|heard) (of|from|that|what)\b/i, 'receives'],
  [/\b(is|are|was|were|be|been|being) told\b|\btells? (what|that|of|whether|the)\b/i, 'reports, returns'],
  [/\bfaults?\b/i, 'error, violation'],
  [/\b(sealed|unsealed)\b/i, 'encrypted'],
  [/\bwalled?\b/i, 'row-level security'],
  [/\bwhoever\b|\bsomebody\b|\banybody\b|\bnobody\b/i, 'a user, the caller, no one'],
  [/\b(he|she|his|her|him)\b/i, 'they'],
  [/\bacts?\b(?! (as|on|like))/i, 'billable operation, action'],
  [/\b(comes?|came) of\b|\bbecame of\b/i, 'the result of'],
  [/\bis none\b|\bare none\b|\bthat there (is|are)\b|\bof ours\b/i, 'say it plainly'],
  [/\bby hand\b/i, 'manually'],
  [/\bmakes? (a|an) new\b/i, 'create'],
];

/** Acronyms in their own case. Names in code marks, paths and placeholders are left alone. */
const acronyms =
  /\b(sms|Sms|crm|Crm|api|Api|Id|Ids|url|Url|Whatsapp|whatsapp|graphql(?!-)|Graphql|csv|Csv|html|json|http|smtp)\b/;

function withoutCode(text: string): string {
  return text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, ' ')
    .replace(/https?:\S+/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\S*[/.@_]\S*\w/g, ' ');
}

function problems(at: string, text: string): string[] {
  const plain = withoutCode(text);
  const found = guesses.flatMap(([pattern, better]) => {
    const word = pattern.exec(plain)?.[0];
    return word ? [`${at}: "${word}" → ${better}`] : [];
  });
  const acronym = acronyms.exec(plain)?.[0];
  return acronym ? [...found, `${at}: "${acronym}" is an acronym`] : found;
}

function* descriptions(): Generator<[string, string]> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    if (type.description) yield [type.name, type.description];
    if (isEnumType(type))
      for (const value of type.getValues())
        if (value.description) yield [`${type.name}.${value.name}`, value.description];
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      for (const field of Object.values(type.getFields()) as (GraphQLField<unknown, unknown> | GraphQLInputField)[]) {
        if (field.description) yield [`${type.name}.${field.name}`, field.description];
        for (const arg of ('args' in field ? field.args : []) as GraphQLArgument[])
          if (arg.description) yield [`${type.name}.${field.name}(${arg.name})`, arg.description];
      }
  }
}

function* textsOfOpenApi(value: unknown, at: string): Generator<[string, string]> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'description' || key === 'summary') && typeof inner === 'string') yield [`${at}/${key}`, inner];
    else if (key !== 'example' && key !== 'examples') yield* textsOfOpenApi(inner, `${at}/${key}`);
  }
}

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('generated'))
    .map((name) => join(folder, name));
}

/** Literals of the source that are sentences: they start with a capital or a field's name and end with a full stop. */
function* messages(): Generator<[string, string]> {
  for (const path of filesBelow('src', '.ts')) {
    const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, , sentence] of text.matchAll(/(['"`])((?:(?!\1|\n)[^\\]|\\.){12,}?\.)\1/g))
      yield [path, sentence as string];
  }
}

describe('REST operations', () => {
  test('have a summary that says in the imperative what they do, unlike any other', () => {
    const wrong = operations.filter(
      ({ summary }) =>
        !verbs.includes((summary.split(' ')[0] as string).toLowerCase()) ||
        summary.length > 60 ||
        /[.;:]/.test(summary),
    );
    expect(wrong.map(({ at, summary }) => `${at}: ${summary}`)).toEqual([]);
    const twice = operations.filter(
      ({ summary }, index) => operations.findIndex((one) => one.summary === summary) < index,
    );
    expect(twice.map(({ at, summary }) => `${at}: ${summary}`)).toEqual([]);
  });

  test('have an operationId that begins with the same verb', () => {
    const first = (operationId: string) => /^[a-z]+/.exec(operationId)?.[0] as string;
    // As a name it is one word.
    const verbOf = (summary: string) => (/^\w+/.exec(summary.replace(/^Log (in|out)/, 'Log$1')) ?? '')[0];
    const ids = operations.filter(({ operationId, summary }) => first(operationId) !== verbOf(summary)?.toLowerCase());
    expect(ids.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
  });

  test('stand under tags that have a description each', () => {
    expect(openapi.tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
    const tags = openapi.tags.map(({ name }) => name);
    expect(operations.filter((one) => one.tags.some((tag) => !tags.includes(tag)))).toEqual([]);
  });
});

describe('the GraphQL schema', () => {
  test('has a sentence for everything that a name does not explain', () => {
    expect(undescribed()).toEqual([]);
  });
});

describe('public texts use the words that their readers know', () => {
  test.each<[string, () => Iterable<[string, string]>]>([
    ['descriptions of the GraphQL schema', descriptions],
    ['texts of OpenAPI', () => textsOfOpenApi(openapi, '')],
    ['messages and descriptions in the source', messages],
    [
      'the docs',
      () =>
        ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesBelow('docs', '.md')].map((path) => [
          path,
          readFileSync(path, 'utf8'),
        ]),
    ],
  ])('%s', (_, texts) => {
    expect([...texts()].flatMap(([at, text]) => problems(at, text))).toEqual([]);
  });
});
