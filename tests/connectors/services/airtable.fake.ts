import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://api.airtable.com/v0';
const data = { baseId: 'appEXAMPLE0000001', table: 'My orders' };
const table = `${api}/appEXAMPLE0000001/My%20orders`;
const record = (id: string, createdTime = '2026-01-05T09:00:00.000Z') => ({ id, createdTime, fields: { Name: 'Ana' } });
const since = (time: string) => encodeURIComponent(`IS_AFTER(CREATED_TIME(), DATETIME_PARSE('${time}'))`);

export const service: FakeService = {
  ...bearer,
  hosts: ['api.airtable.com'],
  actions: [
    {
      does: 'listRecords',
      with: { ...data, formula: "{Name} = 'Ana'", columns: ['Name', 'Total'] },
      exchanges: [
        {
          asked: `GET ${table}?filterByFormula=${encodeURIComponent("{Name} = 'Ana'")}&fields%5B%5D=Name&fields%5B%5D=Total&pageSize=100`,
          answer: { records: [record('rec1')], offset: 'itr/rec1' },
        },
        {
          asked: `GET ${table}?filterByFormula=${encodeURIComponent("{Name} = 'Ana'")}&fields%5B%5D=Name&fields%5B%5D=Total&pageSize=100&offset=itr%2Frec1`,
          answer: { records: [record('rec2')] },
        },
      ],
      output: { items: [record('rec1'), record('rec2')], pages: 2, more: false },
    },
    {
      does: 'getRecord',
      with: { ...data, recordId: 'rec1' },
      exchanges: [{ asked: `GET ${table}/rec1`, answer: record('rec1') }],
      output: record('rec1'),
    },
    {
      does: 'createRecord',
      with: { ...data, values: { Name: 'Ana', Total: 40 }, typecast: true },
      exchanges: [
        {
          asked: `POST ${table}`,
          body: { fields: { Name: 'Ana', Total: 40 }, typecast: true },
          answer: record('rec1'),
        },
      ],
      output: record('rec1'),
    },
    {
      does: 'updateRecord',
      with: { ...data, recordId: 'rec1', values: { Name: 'Ana' } },
      exchanges: [{ asked: `PATCH ${table}/rec1`, body: { fields: { Name: 'Ana' } }, answer: record('rec1') }],
      output: record('rec1'),
    },
    {
      does: 'upsertRecord',
      with: { ...data, mergeOn: ['Email'], values: { Email: 'ana@example.com', Name: 'Ana' } },
      exchanges: [
        {
          asked: `PATCH ${table}`,
          body: {
            performUpsert: { fieldsToMergeOn: ['Email'] },
            records: [{ fields: { Email: 'ana@example.com', Name: 'Ana' } }],
          },
          answer: { createdRecords: ['rec1'], updatedRecords: [], records: [record('rec1')] },
        },
      ],
      output: { createdRecords: ['rec1'], updatedRecords: [], records: [record('rec1')] },
    },
    {
      does: 'deleteRecord',
      with: { ...data, recordId: 'rec1' },
      exchanges: [{ asked: `DELETE ${table}/rec1`, answer: { id: 'rec1', deleted: true } }],
      output: { id: 'rec1', deleted: true },
    },
  ],
  triggers: [
    {
      does: 'newRecord',
      with: data,
      polls: [
        { asked: `GET ${table}?pageSize=100`, answer: { records: [record('rec1')] }, starts: [] },
        {
          asked: `GET ${table}?pageSize=100&filterByFormula=${since('2026-01-05T09:00:00.000Z')}`,
          answer: { records: [record('rec2', '2026-01-06T09:00:00.000Z')] },
          starts: [record('rec2', '2026-01-06T09:00:00.000Z')],
        },
        {
          asked: `GET ${table}?pageSize=100&filterByFormula=${since('2026-01-06T09:00:00.000Z')}`,
          answer: { records: [] },
          starts: [],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'createRecord',
      with: { ...data, values: { Nome: 'Ana' } },
      status: 422,
      answer: { error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field name: "Nome"' } },
      error: {
        code: 'APP_REFUSED',
        message: 'Airtable refused the request with the status 422: UNKNOWN_FIELD_NAME: Unknown field name: "Nome".',
      },
    },
    {
      does: 'getRecord',
      with: { ...data, recordId: 'rec9' },
      status: 404,
      answer: { error: 'NOT_FOUND' },
      error: { code: 'APP_REFUSED', message: 'Airtable refused the request with the status 404: NOT_FOUND.' },
    },
  ],
};
