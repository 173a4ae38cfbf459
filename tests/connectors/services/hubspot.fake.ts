import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://api.hubapi.com/crm/v3/objects';
const contact = (id: string) => ({ id, properties: { email: 'ana@example.com' }, archived: false });
const newest = {
  asked: `POST ${api}/contacts/search`,
  body: {
    sorts: [{ propertyName: 'createdate', direction: 'DESCENDING' }],
    properties: ['email'],
    limit: 100,
  },
};

export const service: FakeService = {
  ...bearer,
  hosts: ['api.hubapi.com'],
  actions: [
    {
      does: 'createContact',
      with: { email: 'ana@example.com', firstName: 'Ana', moreProperties: { lifecyclestage: 'lead' } },
      exchanges: [
        {
          asked: `POST ${api}/contacts`,
          body: { properties: { email: 'ana@example.com', firstname: 'Ana', lifecyclestage: 'lead' } },
          status: 201,
          answer: contact('1'),
        },
      ],
      output: contact('1'),
    },
    {
      does: 'upsertContact',
      with: { email: 'ana@example.com', phone: '+34600111222' },
      exchanges: [
        {
          asked: `POST ${api}/contacts/batch/upsert`,
          body: {
            inputs: [
              {
                id: 'ana@example.com',
                idProperty: 'email',
                properties: { email: 'ana@example.com', phone: '+34600111222' },
              },
            ],
          },
          answer: { status: 'COMPLETE', results: [{ ...contact('1'), new: true }] },
        },
      ],
      output: { ...contact('1'), new: true },
    },
    {
      does: 'updateContact',
      with: { contactId: '1', newProperties: { phone: '1' } },
      exchanges: [{ asked: `PATCH ${api}/contacts/1`, body: { properties: { phone: '1' } }, answer: contact('1') }],
      output: contact('1'),
    },
    {
      does: 'getContact',
      with: { contact: 'ana@example.com', by: 'email', columns: ['email', 'phone'] },
      exchanges: [
        {
          asked: `GET ${api}/contacts/ana%40example.com?idProperty=email&properties=email%2Cphone`,
          answer: contact('1'),
        },
      ],
      output: contact('1'),
    },
    {
      does: 'searchContacts',
      with: { text: 'ana' },
      exchanges: [
        {
          asked: `POST ${api}/contacts/search`,
          body: { query: 'ana', limit: 100 },
          answer: { total: 2, results: [contact('1')], paging: { next: { after: '100' } } },
        },
        {
          asked: `POST ${api}/contacts/search`,
          body: { query: 'ana', limit: 100, after: '100' },
          answer: { total: 2, results: [contact('2')] },
        },
      ],
      output: { items: [contact('1'), contact('2')], pages: 2, more: false },
    },
    {
      does: 'createDeal',
      with: { dealName: 'Roof', stage: 'won', amount: 15 },
      exchanges: [
        {
          asked: `POST ${api}/deals`,
          body: { properties: { dealname: 'Roof', dealstage: 'won', amount: 15 } },
          status: 201,
          answer: { id: '9' },
        },
      ],
      output: { id: '9' },
    },
    {
      does: 'createDeal',
      with: { dealName: 'Roof', stage: 'won', ofContact: '1' },
      exchanges: [
        {
          asked: `POST ${api}/deals`,
          body: {
            properties: { dealname: 'Roof', dealstage: 'won' },
            associations: [
              { to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }] },
            ],
          },
          status: 201,
          answer: { id: '9' },
        },
      ],
      output: { id: '9' },
    },
  ],
  triggers: [
    {
      does: 'newContact',
      with: { columns: ['email'] },
      polls: [
        { ...newest, answer: { total: 1, results: [contact('1')] }, starts: [] },
        {
          ...newest,
          answer: { total: 3, results: [contact('3'), contact('2'), contact('1')] },
          starts: [contact('2'), contact('3')],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'createContact',
      with: { email: 'ana@example.com' },
      status: 409,
      answer: { status: 'error', message: 'Contact already exists. Existing ID: 1', category: 'CONFLICT' },
      error: {
        code: 'APP_REFUSED',
        message: 'HubSpot refused the request with the status 409: CONFLICT: Contact already exists. Existing ID: 1.',
      },
    },
  ],
};
