import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://sheets.googleapis.com/v4/spreadsheets';
const data = { spreadsheetId: 'sheet-1', range: 'My orders!A:C' };
const values = `${api}/sheet-1/values/My%20orders!A%3AC`;
const updates = { spreadsheetId: 'sheet-1', updatedRange: "'My orders'!A6:C6", updatedRows: 1, updatedCells: 3 };
const appended = { spreadsheetId: 'sheet-1', tableRange: "'My orders'!A1:C5", updates };
const head = ['Order', 'Name', ''];
const polled = `GET ${values}?majorDimension=ROWS&valueRenderOption=UNFORMATTED_VALUE`;
const sheet = (...rows: unknown[][]) => ({
  range: "'My orders'!A1:C9",
  majorDimension: 'ROWS',
  values: [head, ...rows],
});

export const service: FakeService = {
  ...bearer,
  hosts: ['sheets.googleapis.com'],
  actions: [
    {
      does: 'appendRow',
      with: { ...data, row: ['A-1', '', 40], input: 'USER_ENTERED' },
      exchanges: [
        {
          asked: `POST ${values}:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS`,
          body: { majorDimension: 'ROWS', values: [['A-1', '', 40]] },
          answer: appended,
        },
      ],
      output: appended,
    },
    {
      does: 'appendRows',
      with: { ...data, rows: [['A-1'], ['A-2']], input: 'RAW' },
      exchanges: [
        {
          asked: `POST ${values}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`,
          body: { majorDimension: 'ROWS', values: [['A-1'], ['A-2']] },
          answer: appended,
        },
      ],
      output: appended,
    },
    {
      does: 'readRows',
      with: data,
      exchanges: [
        { asked: `GET ${values}?majorDimension=ROWS`, answer: sheet(['A-1', 'Ana'], ['', ''], ['A-3', 'Luis', 7]) },
      ],
      output: {
        items: [
          { Order: 'A-1', Name: 'Ana', column3: '', rowNumber: 2 },
          { Order: 'A-3', Name: 'Luis', column3: 7, rowNumber: 4 },
        ],
      },
    },
    {
      does: 'readRows',
      with: { ...data, values: 'FORMULA' },
      exchanges: [
        {
          asked: `GET ${values}?majorDimension=ROWS&valueRenderOption=FORMULA`,
          // A range without any value has none.
          answer: { range: "'My orders'!A1:C9", majorDimension: 'ROWS' },
        },
      ],
      output: { items: [] },
    },
    {
      does: 'updateRows',
      with: { ...data, rows: [['A-1', 'Ana']], input: 'RAW' },
      exchanges: [
        {
          asked: `PUT ${values}?valueInputOption=RAW`,
          body: { range: 'My orders!A:C', majorDimension: 'ROWS', values: [['A-1', 'Ana']] },
          answer: updates,
        },
      ],
      output: updates,
    },
    {
      does: 'clearRange',
      with: data,
      exchanges: [
        {
          asked: `POST ${values}:clear`,
          body: {},
          answer: { spreadsheetId: 'sheet-1', clearedRange: "'My orders'!A1:C9" },
        },
      ],
      output: { spreadsheetId: 'sheet-1', clearedRange: "'My orders'!A1:C9" },
    },
    {
      does: 'getSpreadsheet',
      with: { spreadsheetId: 'sheet-1' },
      exchanges: [
        {
          asked: `GET ${api}/sheet-1?fields=spreadsheetId%2CspreadsheetUrl%2Cproperties%2Csheets.properties`,
          answer: { spreadsheetId: 'sheet-1', properties: { title: 'Orders' } },
        },
      ],
      output: { spreadsheetId: 'sheet-1', properties: { title: 'Orders' } },
    },
  ],
  triggers: [
    {
      does: 'newRow',
      with: data,
      polls: [
        { asked: polled, answer: sheet(['A-1', 'Ana']), starts: [] },
        {
          asked: polled,
          answer: sheet(['A-1', 'Ana'], ['A-2', 'Luis'], ['A-3', 'Eva', 7]),
          starts: [
            { Order: 'A-2', Name: 'Luis', column3: '', rowNumber: 3 },
            { Order: 'A-3', Name: 'Eva', column3: 7, rowNumber: 4 },
          ],
        },
        { asked: polled, answer: { range: "'My orders'!A1:C9", majorDimension: 'ROWS' }, starts: [] },
      ],
    },
  ],
  refusals: [
    {
      does: 'readRows',
      with: data,
      status: 400,
      answer: { error: { code: 400, message: 'Unable to parse range: My orders!A:C', status: 'INVALID_ARGUMENT' } },
      error: {
        code: 'APP_REFUSED',
        message:
          'Google Sheets refused the request with the status 400: INVALID_ARGUMENT: Unable to parse range: My orders!A:C.',
      },
    },
    {
      does: 'readRows',
      with: data,
      status: 401,
      answer: { error: { code: 401, message: 'Invalid credentials', status: 'UNAUTHENTICATED' } },
      error: { code: 'CONNECTION_RECONNECT', message: expectText('google-sheets') },
    },
  ],
};

function expectText(connection: string): string {
  return `Google Sheets does not accept the credentials of the connection "${connection}" with the status 401: UNAUTHENTICATED: Invalid credentials. Connect it again.`;
}
