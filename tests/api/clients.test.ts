import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { introspectionFromSchema, isObjectType } from 'graphql';
import { ClientError, GraphQLClient } from 'graphql-request';
import { buildGraphSchema } from '../../src/app/schema.js';
import { type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';
import { createTwoOfEach } from './caches/two-of-each.js';
import { nodesDocument, wholeDocuments } from './caches/whole-documents.js';

type Data = Record<string, unknown>;

/** A document, and what the server answered to it. */
interface Read {
  query: string;
  variables: Record<string, unknown>;
  answer: Data;
}

/** What the manual tells users of graphcache to set: objects without an ID are parts of their record. */
const keys = Object.fromEntries(
  introspectionFromSchema(buildGraphSchema())
    .__schema.types.filter((type) => type.kind === 'OBJECT' && !type.fields.some(({ name }) => name === 'id'))
    .map(({ name }) => [name, () => null]),
);
const nameOf = (query: string) => query.split(' ')[1] as string;

let app: TestApp;
let owner: Owner;
let receiver: LoopbackServer;
let apollo: ApolloClient;
const reads: Read[] = [];
const schema = buildGraphSchema();
const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
/** The types that caches find by their ID. */
const keyed = objects.filter((type) => 'id' in type.getFields() && !type.name.startsWith('__'));

/** Sends a document by Apollo Client, as a page would, and keeps what the server answered. */
async function read(query: string, variables: Record<string, unknown>): Promise<void> {
  const { error } = await apollo.query({
    query: gql(query),
    variables,
    fetchPolicy: 'network-only',
    errorPolicy: 'all',
  });
  if (error) throw new Error(`${query.slice(0, 300)}: ${error.message}`);
  const answer = answers.get(nameOf(query)) as Data;
  reads.push({ query, variables, answer });
}
/** The answers of the server by the name of the operation, before a cache saw them. */
const answers = new Map<string, Data>();

const keeping = (http: ApolloLink) =>
  new ApolloLink(
    (operation, forward) =>
      new Observable((observer) =>
        forward(operation).subscribe({
          next: (result) => {
            answers.set(operation.operationName ?? '', structuredClone(result.data as Data));
            observer.next(result);
          },
          error: (error) => observer.error(error),
          complete: () => observer.complete(),
        }),
      ),
  ).concat(http);

beforeAll(async () => {
  receiver = await startLoopbackServer({ '/': (_, response) => response.writeHead(204).end() });
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const unlisted = await createTwoOfEach(app, owner, receiver.origin);
  const headers = { authorization: `Bearer ${owner.token}` };
  apollo = new ApolloClient({
    link: keeping(new HttpLink({ uri: `${app.url}/graphql`, headers })),
    cache: new InMemoryCache(),
  });
  for (const query of wholeDocuments(schema))
    await read(query, query.includes('$workspaceId') ? { workspaceId: owner.workspaceId } : {});
  const ids = idsByType();
  for (const type of keyed.filter((one) => one.getInterfaces().length > 0))
    await read(nodesDocument(type), { ids: [...(ids.get(type.name) ?? unlisted.get(type.name) ?? [])].slice(0, 2) });
});
afterAll(async () => {
  await app.stop();
  await receiver.close();
});

/** The IDs in all answers, by the name of their type. */
function idsByType(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  JSON.stringify(
    reads.map(({ answer }) => answer),
    (_, value) => {
      if (value && typeof value === 'object' && 'id' in value)
        found.set(value.__typename, (found.get(value.__typename) ?? new Set()).add(value.id));
      return value;
    },
  );
  return found;
}

describe('after two records of each type were read', () => {
  test('each type was seen twice', () => {
    const ids = idsByType();
    // A user has one account of each kind; events and changes are only published. Without providers there are no identities.
    const single = ['ExecutionEvent', 'Identity', 'IdentityLink', 'LoginOption', 'Me', 'Wallet', 'WorkspaceChange'];
    const missing = keyed.filter(({ name }) => (ids.get(name)?.size ?? 0) < 2).map(({ name }) => name);
    expect(missing.sort()).toEqual(single);
  });

  test('the cache of Apollo Client gives back what the server answered', () => {
    const wrong = reads.flatMap(({ query, variables, answer }) => {
      const cached = apollo.readQuery({ query: gql(query), variables });
      return [...differences(cached, answer, nameOf(query))];
    });
    expect(wrong).toEqual([]);
  });

  test('the cache of urql gives back what the server answered', async () => {
    const warnings: string[] = [];
    const urql = new Client({
      url: `${app.url}/graphql`,
      fetch: async (_, init) => {
        const { operationName } = JSON.parse(String(init?.body)) as { operationName: string };
        return Response.json({ data: answers.get(operationName) });
      },
      preferGetMethod: false,
      exchanges: [
        cacheExchange({
          schema: introspectionFromSchema(schema),
          keys,
          logger: (_, message) => warnings.push(message),
        }),
        fetchExchange,
      ],
    });
    for (const { query, variables } of reads) await urql.query(query, variables, { requestPolicy: 'network-only' });
    const wrong: string[] = [];
    for (const { query, variables, answer } of reads) {
      const { data } = await urql.query(query, variables, { requestPolicy: 'cache-only' });
      wrong.push(...differences(data, answer, nameOf(query)));
    }
    expect([...wrong, ...warnings]).toEqual([]);
  });
});

describe('a change', () => {
  test('is seen in every list of a cache that shows the record', async () => {
    const list = gql('query List($w: ID!) { workspace(id: $w) { id contacts { items { id name } } } }');
    const variables = { w: owner.workspaceId };
    await apollo.query({ query: list, variables });
    const contactId = [...(idsByType().get('Contact') ?? [])][0] as string;
    const rename = gql(`mutation Rename($w: ID!, $contactId: ID!) {
      updateContact(workspaceId: $w, contactId: $contactId, input: { name: "Bea" }) { id name } }`);
    await apollo.mutate({ mutation: rename, variables: { ...variables, contactId } });
    const cached = apollo.readQuery<{ workspace: { contacts: { items: { id: string; name: string }[] } } }>({
      query: list,
      variables,
    });
    expect(cached?.workspace.contacts.items.map(({ id, name }) => [id === contactId, name]).sort()).toEqual([
      [false, expect.stringMatching(/^Ana/)],
      [true, 'Bea'],
    ]);
  });
});

describe('graphql-request', () => {
  const client = () => new GraphQLClient(`${app.url}/graphql`, { headers: { authorization: `Bearer ${owner.token}` } });

  test('gets the answer of a query', async () => {
    expect(await client().request('{ me { email } }')).toEqual({ me: { email: owner.email } });
  });

  test('throws the error of a query, with its code and the rest of the answer', async () => {
    const query = 'query ($w: ID!) { workspace(id: $w) { name flow(id: "x") { id } } }';
    const error = await client()
      .request(query, { w: owner.workspaceId })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    const { response } = error as ClientError;
    expect(response.data).toEqual({ workspace: { name: 'Acme', flow: null } });
    expect(response.errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual([
      [['workspace', 'flow'], 'NOT_FOUND'],
    ]);
  });
});

/** The paths at which what a cache gives back is not what the server answered. */
function* differences(cached: unknown, answer: unknown, at: string): Generator<string> {
  if (typeof answer !== 'object' || answer === null || typeof cached !== 'object' || cached === null) {
    if (cached !== answer) yield `${at}: ${cached === null ? 'lost' : JSON.stringify(cached)}`;
    return;
  }
  const names = new Set([...Object.keys(answer), ...Object.keys(cached)]);
  for (const name of names) yield* differences((cached as Data)[name], (answer as Data)[name], `${at}.${name}`);
}
