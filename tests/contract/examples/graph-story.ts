import { readFileSync } from 'node:fs';
import { Kind, parse, print } from 'graphql';
import { exampleId } from '../../../src/platform/example-id.js';
import type { ExampleClient } from './example-client.js';
import { shownCursor } from './normalize.js';
import type { SentOperation } from './over-graphql.js';

const { definitions } = parse(readFileSync('tests/contract/examples/without-routes.graphql', 'utf8'));
const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** The position of all that happens from now on. */
export async function cursorOf(client: ExampleClient): Promise<string> {
  const query = 'query ($w: ID!) { workspace(id: $w) { cursor } }';
  const variables = { w: client.real('workspaceId') };
  const { data } = await client.app.graphql<{ workspace: { cursor: string } }>(query, variables, client.token);
  return data?.workspace.cursor as string;
}

/** Sends the examples that have no route. @param from a cursor before flows were run and records changed */
export async function useGraph(client: ExampleClient, from: string): Promise<SentOperation[]> {
  const { app, token } = client;
  const sent: SentOperation[] = [];
  for (const node of operations) {
    const [name, document] = [node.name?.value ?? '', print(node)];
    const names = (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    const of = (value: (name: string) => string) => Object.fromEntries(names.map((one) => [one, value(one)]));
    const real = of((one) => (one === 'after' ? from : client.real(one)));
    const { data, errors } =
      node.operation === 'subscription'
        ? (await app.subscribe(document, real, token).next()).value
        : await app.graphql(document, real, token);
    if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    sent.push({ name, document, variables: of((one) => (one === 'after' ? shownCursor : exampleId(one))), data });
  }
  return sent;
}
