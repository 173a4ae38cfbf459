import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  for (const [name, at] of [
    ['Morning', '2026-03-01T00:00:00Z'],
    ['Noon', '2026-03-01T12:00:00Z'],
    ['Evening', '2026-03-01T23:59:59.999Z'],
    ['Next day', '2026-03-02T00:00:00Z'],
  ]) {
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, {
      as: owner.token,
      body: { name },
    });
    const { id } = body.data as { id: string };
    await app.services.db.pool.query('/* move */ update contacts set created_at = $1 where id = $2', [at, id]);
  }
}, 60_000);

afterAll(() => app.stop());

/** The names of the contacts in a range, or what is said of it, over REST and over GraphQL. */
async function inRange(range: Record<string, string>): Promise<unknown[]> {
  const path = `GET /workspaces/${owner.workspaceId}/contacts?${new URLSearchParams({ sortOrder: 'asc', ...range })}`;
  const { body } = await app.rest(path, { as: owner.token });
  const { data, errors } = await app.graphql<{ workspace: { contacts: { items: { name: string }[] } } }>(
    'query ($w: ID!, $from: DateTime, $to: DateTime) { workspace(id: $w) { contacts(from: $from, to: $to, sortOrder: asc) { items { name } } } }',
    { w: owner.workspaceId, ...range },
    owner.token,
  );
  const names = (items: unknown) => (items as { name: string }[]).map(({ name }) => name);
  return [
    body.success ? names(body.data) : body.error.details,
    errors ? errors[0]?.extensions?.details : names(data?.workspace.contacts.items),
  ];
}

describe.each<[Record<string, string>, unknown]>([
  [{ from: '2026-03-01T12:00:00Z', to: '2026-03-02T00:00:00Z' }, ['Noon', 'Evening', 'Next day']],
  [{ from: '2026-03-01T13:00:00+01:00', to: '2026-03-01T12:00:00Z' }, ['Noon']],
  [{ from: '2026-03-01', to: '2026-03-01' }, ['Morning', 'Noon', 'Evening']],
  [{ from: '2026-03-02' }, ['Next day']],
  [{ to: '2026-03-01T00:00:00Z' }, ['Morning']],
])('a list with the range %j', (range, names) => {
  test('has the same records over REST and GraphQL, of a date those of its whole day', async () => {
    expect(await inRange(range)).toEqual([names, names]);
  });
});

test('a range is refused alike over REST and GraphQL', async () => {
  const reversed = [{ field: 'from', rule: 'RANGE_REVERSED', message: 'from must not be after to.' }];
  expect(await inRange({ from: '2026-03-02', to: '2026-03-01' })).toEqual([reversed, reversed]);
  const message =
    'to must be an ISO 8601 time with a zone, for example 2026-11-21T09:30:00Z, or a date, for example 2026-11-21.';
  for (const to of ['2026-02-30', 'yesterday', '2026-03-01T12:00:00']) {
    const invalid = [expect.objectContaining({ field: 'to', message })];
    expect(await inRange({ to })).toEqual([invalid, invalid]);
  }
});

test('a condition of a filter takes a date as the whole day, too', async () => {
  const named = async (condition: string) => {
    const path = `GET /workspaces/${owner.workspaceId}/contacts?sortOrder=asc&filter[createdAt]${condition}`;
    const { body } = await app.rest(path, { as: owner.token });
    return (body.data as { name: string }[]).map(({ name }) => name);
  };
  expect(await named('[gt]=2026-03-01')).toEqual(['Next day']);
  expect(await named('[lte]=2026-03-01')).toEqual(['Morning', 'Noon', 'Evening']);
  expect(await named('[lt]=2026-03-01T12:00:00Z')).toEqual(['Morning']);
});
