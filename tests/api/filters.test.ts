import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '../../src/client/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;

const people = [
  { name: 'Ana', email: 'ana@example.com', status: 'lead', tags: ['vip'], customFields: { city: 'Madrid', age: 31 } },
  {
    name: 'Ben',
    email: 'ben@example.com',
    status: 'customer',
    tags: ['vip', 'new'],
    customFields: { age: 4, 'a[0]': 'x', '50%5B': 'y', '100%': 'z' },
  },
  { name: 'Eva', phone: '+34600000001', status: 'lost', company: 'Acme', customFields: { city: 'Rome', age: 'old' } },
];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const other = await app.seed.owner();
  for (const { workspaceId, token } of [owner, other]) {
    for (const body of people) await app.rest(`POST /workspaces/${workspaceId}/contacts`, { as: token, body });
  }
});

afterAll(() => app.stop());

interface Named {
  id: string;
  name: string;
  updatedAt: string;
}

async function list(query: string, path = 'contacts') {
  const found = await app.rest(`GET /workspaces/${owner.workspaceId}/${path}?sortBy=name&sortOrder=asc&${query}`, {
    as: owner.token,
    headers: { prefer: 'handling=strict' },
  });
  return { ...found, names: ((found.body.data ?? []) as Named[]).map(({ name }) => name) };
}

async function listed(filter: object): Promise<string[]> {
  const query = `query ($w: ID!, $filter: ContactFilterInput) { workspace(id: $w) {
    contacts(filter: $filter, sortBy: name, sortOrder: asc) { items { name } pagination { total } } } }`;
  const { data, errors } = await app.graphql<{
    workspace: { contacts: { items: Named[]; pagination: { total: number } } };
  }>(query, { w: owner.workspaceId, filter }, owner.token);
  expect(errors).toBeUndefined();
  const { items, pagination } = data?.workspace.contacts ?? { items: [], pagination: { total: -1 } };
  expect(pagination.total).toBe(items.length);
  return items.map(({ name }) => name);
}

describe('the cost of filters', () => {
  test.each<[string, string | null]>([
    ['', null],
    ['filter[email][eq]=ana@example.com', 'indexed'],
    ['filter[email][ne]=ana@example.com', 'scan'],
    ['filter[email][isNull]=true', 'indexed'],
    ['filter[email][isNull]=false', 'scan'],
    ['filter[status][in]=lead,customer', 'indexed'],
    ['filter[updatedAt][gte]=2026-11-01', 'indexed'],
    ['filter[tags][eq]=vip', 'indexed'],
    ['filter[tags][ne]=vip', 'scan'],
    ['filter[doNotContact][eq]=true', 'indexed'],
    ['filter[doNotContact][eq]=false', 'scan'],
    ['filter[assignedTo][isNull]=true', 'scan'],
    ['filter[customFields.city][eq]=Madrid', 'scan'],
    ['filter[customFields.city][eq]=Madrid&filter[status][eq]=lead', 'indexed'],
    ['filter[or][0][email][eq]=a&filter[or][1][company][eq]=b', 'indexed'],
    ['filter[or][0][email][eq]=a&filter[or][1][company][ne]=b', 'scan'],
    ['ids=', 'indexed'],
    ['status=lead', 'indexed'],
    ['tag=vip', 'indexed'],
    ['doNotContact=false', 'scan'],
    ['from=2026-11-01', 'indexed'],
    ['search=ana', 'indexed'],
  ])('of contacts by "%s" is %s', async (query, cost) => {
    expect((await list(query)).headers.get('x-filter-cost')).toBe(cost);
  });

  test('of a range is that of the sort order too', async () => {
    const cost = async (path: string) => {
      const found = await app.rest(`GET /workspaces/${owner.workspaceId}/${path}`, { as: owner.token });
      return found.headers.get('x-filter-cost');
    };
    expect(await cost('agents?filter[createdAt][gte]=2026-11-01')).toBe('indexed');
    expect(await cost('agents?filter[createdAt][gte]=2026-11-01&sortBy=name')).toBe('scan');
    expect(await cost('contacts?filter[createdAt][gte]=2026-11-01&sortBy=name')).toBe('indexed');
  });

  test('of several lists of an operation is that of the most expensive one', async () => {
    const cost = async (filter: string) => {
      const query = `query ($w: ID!) { workspace(id: $w) {
        a: contacts(filter: { email: { eq: "a" } }) { pagination { total } }
        b: contacts${filter} { pagination { total } } } }`;
      return (await app.graphql(query, { w: owner.workspaceId }, owner.token)).extensions?.filterCost;
    };
    expect(await cost('')).toBe('indexed');
    expect(await cost('(filter: { email: { ne: "a" } })')).toBe('scan');
  });
});

describe('a filter', () => {
  test.each<[string, object, string[]]>([
    ['filter[status][eq]=lead', { status: { eq: 'lead' } }, ['Ana']],
    ['filter[status][in]=lead,customer', { status: { in: ['lead', 'customer'] } }, ['Ana', 'Ben']],
    ['filter[company][ne]=Acme', { company: { ne: 'Acme' } }, ['Ana', 'Ben']],
    ['filter[email][isNull]=true', { email: { isNull: true } }, ['Eva']],
    ['filter[email][isNull]=false', { email: { isNull: false } }, ['Ana', 'Ben']],
    ['filter[name][gt]=Ana&filter[name][lte]=Ben', { name: { gt: 'Ana', lte: 'Ben' } }, ['Ben']],
    ['filter[tags][eq]=new', { tags: { eq: 'new' } }, ['Ben']],
    ['filter[tags][ne]=new', { tags: { ne: 'new' } }, ['Ana', 'Eva']],
    ['filter[tags][in]=new,vip', { tags: { in: ['new', 'vip'] } }, ['Ana', 'Ben']],
    ['filter[doNotContact][eq]=false', { doNotContact: { eq: false } }, ['Ana', 'Ben', 'Eva']],
    ['filter[customFields.city][eq]=Madrid', { customFields: [{ key: 'city', eq: 'Madrid' }] }, ['Ana']],
    ['filter[customFields.city][ne]=Madrid', { customFields: [{ key: 'city', ne: 'Madrid' }] }, ['Ben', 'Eva']],
    ['filter[customFields.age][gt]=4', { customFields: [{ key: 'age', gt: '4' }] }, ['Ana']],
    ['filter[customFields.a%255B0%255D][eq]=x', { customFields: [{ key: 'a[0]', eq: 'x' }] }, ['Ben']],
    ['filter[customFields.50%25255B][eq]=y', { customFields: [{ key: '50%5B', eq: 'y' }] }, ['Ben']],
    ['filter[customFields.100%25][eq]=z', { customFields: [{ key: '100%', eq: 'z' }] }, ['Ben']],
    ['filter[customFields.city][isNull]=true', { customFields: [{ key: 'city', isNull: true }] }, ['Ben']],
    ['filter[updatedAt][gte]=2100-01-01', { updatedAt: { gte: '2100-01-01' } }, []],
    [
      'filter[createdAt][lt]=2100-01-01T00:00:00Z',
      { createdAt: { lt: '2100-01-01T00:00:00Z' } },
      ['Ana', 'Ben', 'Eva'],
    ],
    [
      'filter[or][0][email][eq]=ana@example.com&filter[or][1][company][eq]=Acme&filter[status][ne]=lead',
      { or: [{ email: { eq: 'ana@example.com' } }, { company: { eq: 'Acme' } }], status: { ne: 'lead' } },
      ['Eva'],
    ],
  ])('%s lists the same on both surfaces', async (query, filter, names) => {
    expect(await list(query)).toMatchObject({ status: 200, names, body: { pagination: { total: names.length } } });
    expect(await listed(filter)).toEqual(names);
  });

  test('lists what changed since a time, and records by their IDs', async () => {
    const all = (await list('')).body.data as Named[];
    const [ana, ben] = all as [Named, Named];
    expect((await list(`ids=${ana.id},${ben.id}`)).names).toEqual(['Ana', 'Ben']);
    expect((await list(`filter[id][in]=${ben.id}&ids=${ana.id},${ben.id}`)).names).toEqual(['Ben']);
    expect((await list(`filter[updatedAt][gte]=${ben.updatedAt}`)).names).toContain('Ben');
    expect((await list(`filter[updatedAt][gt]=${all.map(({ updatedAt }) => updatedAt).sort()[2]}`)).names).toEqual([]);
  });

  test('holds for the pages behind a cursor, which belongs to it', async () => {
    const first = await list('filter[tags][eq]=vip&limit=1');
    const cursor = first.body.pagination.nextCursor;
    expect((await list(`filter[tags][eq]=vip&limit=1&cursor=${cursor}`)).names).toEqual(['Ben']);
    expect((await list(`filter[tags][eq]=new&limit=1&cursor=${cursor}`)).body.error.details).toMatchObject([
      { field: 'cursor' },
    ]);
  });

  test.each(['a[0]', '50%5B', '100%', '%25', 'city'])('by the key %s is sent by the client', async (key) => {
    const client = createClient({ baseUrl: app.url, token: owner.token, workspaceId: owner.workspaceId });
    const names = async (isNull: boolean) => {
      const { data } = await client.listContacts({ filter: { customFields: [{ key, isNull }] } });
      return data.map(({ name }) => name);
    };
    const having = people.filter(({ customFields }) => key in customFields).map(({ name }) => name);
    expect((await names(false)).sort()).toEqual(having);
    expect(await names(true)).toHaveLength(people.length - having.length);
  });

  test.each<[string, string]>([
    ['filter[nmae][eq]=a', 'filter.nmae'],
    ['filter[status][eq]=leda', 'filter.status.eq'],
    ['filter[status][gt]=lead', 'filter.status.gt'],
    ['filter[status]=lead', 'filter.status'],
    ['filter=lead', 'filter'],
    ['filter[updatedAt][gte]=yesterday', 'filter.updatedAt.gte'],
    ['filter[doNotContact][eq]=maybe', 'filter.doNotContact.eq'],
    ['filter[assignedTo][eq]=me', 'filter.assignedTo.eq'],
    ['filter[email][in]=', 'filter.email.in'],
    [`filter[email][in]=${'a,'.repeat(101)}`, 'filter.email.in'],
    ['filter[or][0][or][0][email][eq]=a', 'filter.or[0].or'],
    [Array.from({ length: 11 }, (_, index) => `filter[or][${index}][name][eq]=a`).join('&'), 'filter.or'],
    ['ids=1', 'ids'],
    ['filter[__proto__][eq]=a', 'filter.__proto__'],
    ['filter[name][__proto__]=a', 'filter.name.__proto__'],
    ['filter[customFields.city][key]=a', 'filter.customFields'],
    ['filter[name][eq]=%00', 'filter.name.eq'],
  ])('%s is refused, and %s is named', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details?.map((one) => one.field)).toContainEqual(expect.stringContaining(field));
  });

  test.each([
    ['opportunities', 'filter[value][gt]=9999999999999999', 'filter.value.gt'],
    ['agent-sessions', 'filter[turns][eq]=1.5', 'filter.turns.eq'],
    ['agent-sessions', 'filter[turns][in]=1,99999999999', 'filter.turns.in'],
  ])('of numbers in %s, %s, is refused by %s', async (path, query, field) => {
    const found = await app.rest(`GET /workspaces/${owner.workspaceId}/${path}?${query}`, { as: owner.token });
    expect([found.status, found.body.error.details?.[0]?.field]).toEqual([400, expect.stringContaining(field)]);
    const valid = query.replace(/=.*/, '=1');
    expect((await app.rest(`GET /workspaces/${owner.workspaceId}/${path}?${valid}`, { as: owner.token })).status).toBe(
      200,
    );
  });

  test('without a condition is refused, and an empty list of IDs lists nothing', async () => {
    const query =
      'query ($w: ID!, $f: ContactFilterInput) { workspace(id: $w) { contacts(filter: $f) { items { id } } } }';
    for (const filter of [{ email: {} }, { or: [{}] }, { customFields: [{ key: 'city' }] }]) {
      const { errors } = await app.graphql(query, { w: owner.workspaceId, f: filter }, owner.token);
      expect(errors?.[0]?.message).toContain('must have at least one condition');
    }
    expect((await list('ids=')).names).toEqual([]);
    const client = createClient({ baseUrl: app.url, token: owner.token, workspaceId: owner.workspaceId });
    expect((await client.listContacts({ ids: [] })).data).toEqual([]);
    const missing = { eq: undefined } as unknown as { eq: string };
    await expect(async () => client.listContacts({ filter: { email: missing } })).rejects.toThrow(/must have a value/);
  });

  test.each([{ email: null }, { email: { eq: null } }, { or: null }])('%j is refused', async (filter) => {
    const query =
      'query ($w: ID!, $f: ContactFilterInput) { workspace(id: $w) { contacts(filter: $f) { items { id } } } }';
    const { errors } = await app.graphql(query, { w: owner.workspaceId, f: filter }, owner.token);
    expect(errors?.[0]?.message).toContain('must not be null');
  });

  test('is sent by the client as the server reads it', async () => {
    const client = createClient({ baseUrl: app.url, token: owner.token, workspaceId: owner.workspaceId });
    const { data } = await client.listContacts({
      sortBy: 'name',
      filter: {
        tags: { in: ['vip'] },
        or: [{ customFields: [{ key: 'city', eq: 'Madrid' }] }, { name: { eq: 'Eva' } }],
      },
    });
    expect(data.map(({ name }) => name)).toEqual(['Ana']);
    // @ts-expect-error a misspelt field
    await expect(client.listContacts({ filter: { nmae: { eq: 'a' } } })).rejects.toThrow(/nmae/);
  });
});
