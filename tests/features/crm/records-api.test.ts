import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentNode } from 'graphql';
import { type AnyRecord, idNameOf, recordRoutes, sortKeysOf } from '../../../src/features/records/index.js';
import { createLog } from '../../../src/platform/log.js';
import * as documents from '../../../src/rest/generated/operations.js';
import { type Ask, ask, type OwnOperation, payloadOf, type Surface, surfaces } from '../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { nobody } from '../../support/sample-args.js';
import type { Owner } from '../../support/seed.js';
import { type Sample, samples } from './record-samples.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ log: createLog({ level: 'error' }) });
}, 60_000);

afterAll(() => app.stop());

type Row = Record<string, unknown> & { id: string };
interface Page {
  items: Row[];
  pagination: { total: number; totalPages: number };
}

/** `create` of a record as the routes have it. */
function operationOf(record: AnyRecord, act: 'List' | 'Find' | 'Create' | 'Update' | 'Delete'): OwnOperation {
  const document = (documents as Record<string, unknown>)[
    `${act}${act === 'List' ? record.plural : record.name}Document`
  ];
  const [key] = Object.entries(recordRoutes(record, documents)).find(([, row]) => row.operation === document) ?? [''];
  return [key.replace('/workspaces/:workspaceId', 'P'), document as DocumentNode];
}

async function done<T = Row>(surface: Surface, operation: OwnOperation, request: Ask): Promise<T> {
  const answer = await ask(app, surface, operation, request);
  expect(answer).toMatchObject({ code: null, details: [] });
  return payloadOf<T>(surface, answer);
}

/** Ids of the records that a sample names, made afresh. */
async function namedIds(sample: Sample, by: Ask, n = 1): Promise<Record<string, string>> {
  const entries = Object.entries(sample.names ?? {}).map(async ([field, record]) => {
    const inner = samples.find((one) => one.record === record) as Sample;
    const input = inner.input(90 + n, await namedIds(inner, by, n));
    return [field, (await done('GraphQL', operationOf(record, 'Create'), { ...by, input })).id];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function asking({ token, workspaceId }: Owner): Ask {
  return { as: token, workspaceId };
}

const cases = surfaces.flatMap((surface) => samples.map((sample) => [surface, sample.record.plural, sample] as const));

describe.each(cases)('over %s, %s', (surface, _plural, sample) => {
  const { record } = sample;
  const operation = (act: Parameters<typeof operationOf>[1]) => operationOf(record, act);
  const one = (id: string) => ({ ids: { [idNameOf(record)]: id } });

  test('are made, read, changed by what is sent, and deleted', async () => {
    const by = asking(await app.seed.owner());
    const input = sample.input(1, await namedIds(sample, by));
    const made = await done(surface, operation('Create'), { ...by, input });
    expect(made).toMatchObject({ ...input, workspaceId: by.workspaceId });
    expect(await done(surface, operation('Find'), { ...by, ...one(made.id) })).toEqual(made);
    const same = await done(surface, operation('Update'), { ...by, ...one(made.id), input });
    expect(same.updatedAt).toBe(made.updatedAt);
    const changed = await done(surface, operation('Update'), { ...by, ...one(made.id), input: sample.change });
    expect(changed).toEqual({ ...made, ...sample.change, updatedAt: expect.any(String) });
    expect(await done(surface, operation('Delete'), { ...by, ...one(made.id) })).toEqual({ id: made.id });
    for (const act of ['Find', 'Update', 'Delete'] as const) {
      const gone = await ask(app, surface, operation(act), {
        ...by,
        ...one(made.id),
        ...(act === 'Update' && { input: {} }),
      });
      expect(gone).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test('are listed by pages, filters, search and each of their sort keys', async () => {
    const by = asking(await app.seed.owner());
    const ids = await namedIds(sample, by);
    const rows: Row[] = [];
    for (const n of [1, 2, 3])
      rows.push(await done(surface, operation('Create'), { ...by, input: sample.input(n, ids) }));
    const list = (query: Record<string, unknown>) => done<Page>(surface, operation('List'), { ...by, query });
    const others = (await list({})).pagination.total - rows.length;
    expect((await list({ limit: 2 })).items.slice(0, 2).map(({ id }) => id)).toEqual([rows[2]?.id, rows[1]?.id]);
    const all = await list({ limit: 1000, sortOrder: 'asc' });
    expect(all.items.slice(others)).toEqual(rows);
    expect((await list({ page: 9, limit: 2 })).items).toEqual([]);
    for (const sortBy of sortKeysOf(record)) {
      const up = (await list({ sortBy, sortOrder: 'asc' })).items.map((row) => row[sortBy]);
      expect(up.length).toBe(rows.length + others);
      expect(
        (await list({ sortBy, sortOrder: 'desc' })).items.map((row) => row[sortBy]).filter((v) => v !== null),
      ).toEqual(up.filter((v) => v !== null).reverse());
    }
    for (const [name, field] of Object.entries(record.fields)) {
      if (!field.filtered || name === record.parent?.field) continue;
      const value = rows[1]?.[name];
      const query = Array.isArray(value) ? { [name.replace(/s$/, '')]: value.at(-1) } : { [name]: value ?? nobody };
      const fitting = rows.filter((row) =>
        Array.isArray(value) ? row.id === rows[1]?.id : row[name] === value && value !== null,
      );
      const found = (await list({ ...query, sortOrder: 'asc' })).items.filter(({ id }) =>
        rows.some((row) => row.id === id),
      );
      expect([name, found]).toEqual([name, fitting]);
    }
    const [searched] = Object.entries(record.fields).find(([, field]) => field.searched) ?? [];
    if (searched) {
      const term = String(rows[2]?.[searched]).slice(1).toUpperCase();
      expect((await list({ search: term })).items.map(({ id }) => id)).toEqual([rows[2]?.id]);
      expect((await list({ search: '%' })).items).toEqual([]);
    }
    expect((await list({ from: '2020-01-01', to: '2020-01-02' })).pagination.total).toBe(0);
  });

  test('tell every fault by its field', async () => {
    const by = asking(await app.seed.owner());
    for (const [input, fields] of sample.faults) {
      const { status, code, details } = await ask(app, surface, operation('Create'), { ...by, input });
      expect([status, code, details.map(({ field }) => field).sort()]).toEqual([
        400,
        'VALIDATION_FAILED',
        [...fields].sort(),
      ]);
    }
    const list = await ask(app, surface, operation('List'), {
      ...by,
      query: { page: 0, sortBy: 'shoe', sortOrder: 'up', from: 'yesterday' },
    });
    expect(list.details.map(({ field }) => field).sort()).toEqual(['from', 'page', 'sortBy', 'sortOrder']);
    const unknown = await ask(app, surface, operation('Update'), { ...by, ...one(nobody), input: { shoe: 1 } });
    expect(unknown.status).toBe(404);
  });

  test("stay in their workspace, and name that one's records only", async () => {
    const by = asking(await app.seed.owner());
    const other = asking(await app.seed.owner());
    const ids = await namedIds(sample, by);
    const foreign = await namedIds(sample, other);
    const made = await done(surface, operation('Create'), { ...by, input: sample.input(1, ids) });
    for (const act of ['Find', 'Update', 'Delete'] as const) {
      expect(
        await ask(app, surface, operation(act), { ...other, ...one(made.id), ...(act === 'Update' && { input: {} }) }),
      ).toMatchObject({
        status: 404,
      });
    }
    for (const field of Object.keys(foreign)) {
      const input = { ...sample.input(2, ids), [field]: foreign[field] };
      const { status, details } = await ask(app, surface, operation('Create'), { ...by, input });
      expect([status, details.map((detail) => detail.field)]).toEqual([400, [field]]);
    }
    const nulls = Object.entries(record.fields).filter(([, field]) => !field.nullable && field.writable === 'always');
    const input = Object.fromEntries(nulls.map(([name]) => [name, null]));
    const { details } = await ask(app, surface, operation('Update'), { ...by, ...one(made.id), input });
    expect(details.map(({ field }) => field).sort()).toEqual(nulls.map(([name]) => name).sort());
  });
});
