import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Route } from '../../src/rest/route.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { askGraphql, askRest, type Case, type ContractClient, comparable } from './ask-surfaces.js';

export interface Contract {
  routes: Readonly<Record<string, Route>>;
  /** The order matters: later cases use what earlier ones kept. */
  cases: readonly Case[];
  /** What is known before the first case. */
  kept?: Record<string, string>;
  /** Routes without a failure of their own. */
  neverFail?: readonly string[];
  app?: TestAppOptions;
}

/**
 * Asks for every case by REST and as the GraphQL operation behind it: the same data, the same codes, the same details.
 * Both clients do the same in a workspace of their own; ids, tokens and times are compared by their place.
 */
export function testContract({ routes, cases, kept = {}, neverFail = [], ...options }: Contract): void {
  const rowOf = (route: string) => routes[route.replace(' P', ' /workspaces/:workspaceId')] as Route;
  let app: TestApp;
  let byRest: ContractClient;
  let byGraphql: ContractClient;
  beforeAll(async () => {
    app = await startTestApp(options.app);
    byRest = { app, owner: await app.seed.owner(), kept: { ...kept } };
    byGraphql = { app, owner: await app.seed.owner(), kept: { ...kept } };
  });
  afterAll(() => app.stop());

  describe.each(cases.map((one) => [`${one.route} ${one.says}`, one] as const))('%s', (_name, one) => {
    test('by both surfaces alike', async () => {
      const rest = await askRest(one, byRest);
      const graphql = await askGraphql(one, rowOf(one.route), byGraphql);
      for (const seen of [rest, graphql]) {
        expect([seen.code, seen.message]).toEqual([one.code ?? null, one.code ? expect.stringMatching(/\S{3}/) : '']);
        // By their fields, or by their rules.
        const expected = new Set(one.details);
        const named = seen.details.map(({ rule, field = '' }) => (expected.has(field) ? field : (rule ?? field)));
        expect(new Set(named)).toEqual(expected);
      }
      const { status = 200 } = rowOf(one.route);
      if (!one.code) expect(rest.status).toBe(status);
      else expect(graphql.status).toBe(rest.status);
      expect(comparable(graphql.data)).toEqual(comparable(rest.data));
      expect(comparable(graphql.details)).toEqual(comparable(rest.details));
      expect(comparable(graphql.message)).toEqual(comparable(rest.message));
      if (one.keep) {
        byRest.kept[one.keep] = (rest.data as { id: string }).id;
        byGraphql.kept[one.keep] = (graphql.data as { id: string }).id;
      }
    });
  });

  test('every route is asked for what goes well, and for a failure where it has one of its own', () => {
    const asked = (fails: boolean) =>
      new Set(cases.filter(({ code }) => !code === !fails).map(({ route }) => rowOf(route)));
    const [well, badly] = [asked(false), asked(true)];
    const keyOf = (row: Route) => Object.keys(routes).find((key) => routes[key] === row);
    expect(
      Object.values(routes)
        .filter((row) => !well.has(row))
        .map(keyOf),
    ).toEqual([]);
    expect(
      Object.values(routes)
        .filter((row) => !badly.has(row))
        .map(keyOf),
    ).toEqual(neverFail);
  });
}
