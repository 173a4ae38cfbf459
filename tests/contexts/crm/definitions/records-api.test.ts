import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sortKeysOf } from '../../../../src/platform/records/index.js';
import { type Ask, ask, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { nobody } from '../../../support/sample-args.js';
import {
  actsOn,
  done,
  type ListedOperation,
  type ListedPage,
  type ListedRow,
  namedIds,
  oneRecord,
  operationOf,
  within,
} from './record-asks.js';
import { type Sample, samples } from './record-samples.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);

afterAll(() => app.stop());

const cases = surfaces.flatMap((surface) => samples.map((sample) => [surface, sample.record.plural, sample] as const));

describe.each(cases)('over %s, %s', (surface, _plural, sample) => {
  const { record } = sample;
  let owner: Ask;
  let stranger: Ask;
  let ids: Record<string, string>;
  /** The owner, in the parent that these records stand in. */
  let by: Ask;

  const operation = (act: ListedOperation) => operationOf(record, act);
  const run = <T = ListedRow>(act: ListedOperation, request: Ask) => done<T>(app, surface, operation(act), request);
  const refused = (act: ListedOperation, request: Ask) => ask(app, surface, operation(act), request);
  const body = (act: ListedOperation) => (act === 'Update' ? { input: {} } : {});

  beforeAll(async () => {
    owner = await caller();
    stranger = await caller();
    ids = await namedIds(app, sample, owner);
    by = within(owner, record, ids);
  });

  async function caller(): Promise<Ask> {
    const { token, workspaceId } = await app.seed.owner();
    return { as: token, workspaceId };
  }

  test('are listed by pages, filters, search and each of their sort keys', async () => {
    const rows: ListedRow[] = [];
    for (const n of [3, 4, 5]) rows.push(await run('Create', { ...by, input: sample.input(n, ids) }));
    const list = (query: Record<string, unknown>) => run<ListedPage>('List', { ...by, query });
    const { items, pagination } = await list({ limit: 2 });
    expect([items, pagination.total, pagination.totalPages]).toEqual([[rows[2], rows[1]], 3, 2]);
    expect((await list({ limit: 1000, sortOrder: 'asc' })).items).toEqual(rows);
    expect((await list({ page: 9, limit: 2 })).items).toEqual([]);
    for (const sortBy of sortKeysOf(record)) {
      const up = (await list({ sortBy, sortOrder: 'asc' })).items;
      expect(up.map((row) => row[sortBy])).toEqual(rows.map((row) => row[sortBy]).sort());
      const down = (await list({ sortBy, sortOrder: 'desc' })).items;
      if (up[0]?.[sortBy] !== null) expect(down).toEqual(up.toReversed());
    }
    await expectFilters(sample, rows, list);
    const [searched] = Object.entries(record.fields).find(([, field]) => field.searched) ?? [];
    if (searched) {
      const term = String(rows[2]?.[searched]).slice(1).toUpperCase();
      expect((await list({ search: term })).items).toEqual([rows[2]]);
      expect((await list({ search: '%' })).items).toEqual([]);
    }
    expect((await list({ from: '2020-01-01', to: '2020-01-02' })).pagination.total).toBe(0);
  });

  test('are created, read, updated by the sent fields, and deleted', async () => {
    const input = sample.input(6, ids);
    const made = await run('Create', { ...by, input });
    expect(made).toMatchObject({ ...input, workspaceId: by.workspaceId });
    expect(await run('Get', oneRecord(by, record, made.id))).toEqual(made);
    const open = Object.entries(input).filter(([name]) => record.fields[name]?.writable === 'always');
    const same = await run('Update', { ...oneRecord(by, record, made.id), input: Object.fromEntries(open) });
    expect(same).toEqual(made);
    const changed = await run('Update', { ...oneRecord(by, record, made.id), input: sample.change });
    expect(changed).toEqual({ ...made, ...sample.change, updatedAt: expect.any(String) });
    if (!actsOn(record).includes('Delete')) return;
    expect(await run('Delete', oneRecord(by, record, made.id))).toEqual({ id: made.id });
    for (const act of actsOn(record)) {
      const gone = await refused(act, { ...oneRecord(by, record, made.id), ...body(act) });
      expect(gone).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test('report every violation by its field', async () => {
    for (const [input, fields] of sample.errors) {
      const { status, code, details } = await refused('Create', { ...by, input });
      const reported = details.map(({ field }) => field).sort();
      expect([status, code, reported]).toEqual([400, 'VALIDATION_FAILED', [...fields].sort()]);
    }
    const query = { page: 0, sortBy: 'shoe', sortOrder: 'up', from: 'yesterday' };
    const list = await refused('List', { ...by, query });
    expect(list.details.map(({ field }) => field).sort()).toEqual(['from', 'page', 'sortBy', 'sortOrder']);
    // An unknown ID is reported before an invalid body.
    const unknown = await refused('Update', { ...oneRecord(by, record, nobody), input: { shoe: 1 } });
    expect(unknown.status).toBe(404);
  });

  test('stay in their workspace, and refer to its records only', async () => {
    const foreign = await namedIds(app, sample, stranger);
    const other = within(stranger, record, foreign);
    const made = await run('Create', { ...by, input: sample.input(7, ids) });
    for (const act of actsOn(record)) {
      const answer = await refused(act, { ...oneRecord(other, record, made.id), ...body(act) });
      expect(answer.status).toBe(404);
    }
    for (const [field, { sqlType, writable }] of Object.entries(record.fields)) {
      if (!/^uuid/.test(sqlType) || field === record.parent?.field || writable === 'never') continue;
      for (const id of [foreign[field] ?? nobody, nobody, 'nobody']) {
        const named = { [field]: sqlType === 'uuid' ? id : [id] };
        const answers = [await refused('Create', { ...by, input: { ...sample.input(8, ids), ...named } })];
        if (writable === 'always')
          answers.push(await refused('Update', { ...oneRecord(by, record, made.id), input: named }));
        for (const { status, details } of answers) {
          expect([status, [...new Set(details.map((detail) => detail.field))]]).toEqual([400, [field]]);
        }
      }
    }
    const full = Object.entries(record.fields).filter(([, field]) => !field.nullable && field.writable === 'always');
    const input = Object.fromEntries(full.map(([name]) => [name, null]));
    const { details } = await refused('Update', { ...oneRecord(by, record, made.id), input });
    expect(details.map(({ field }) => field).sort()).toEqual(full.map(([name]) => name).sort());
  });
});

async function expectFilters(
  { record }: Sample,
  rows: ListedRow[],
  list: (query: Record<string, unknown>) => Promise<ListedPage>,
): Promise<void> {
  for (const [name, field] of Object.entries(record.fields)) {
    if (!field.filtered || name === record.parent?.field) continue;
    const value = rows[1]?.[name];
    // Labels are asked for one by one: the last one of each sample is its own.
    const asked = Array.isArray(value) ? { [name.replace(/s$/, '')]: value.at(-1) } : { [name]: value ?? nobody };
    const fits = (row: ListedRow) => (Array.isArray(value) ? row === rows[1] : value !== null && row[name] === value);
    const { items } = await list({ ...asked, sortOrder: 'asc' });
    expect([name, items]).toEqual([name, rows.filter(fits)]);
  }
}
