import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://api.notion.com/v1';
const headers = { 'notion-version': '2022-06-28' };
const database = 'd9824bdc-8445-4327-be8b-5b47500af6ce';
const page = (id: string, edited = '2026-01-05T09:00:00.000Z') => ({
  object: 'page',
  id,
  created_time: '2026-01-05T09:00:00.000Z',
  last_edited_time: edited,
});
const list = (results: unknown[], next: string | null = null) => ({
  object: 'list',
  results,
  next_cursor: next,
  has_more: next !== null,
});
const title = { Name: { title: [{ text: { content: 'Order' } }] } };
const block = { object: 'block', type: 'divider', divider: {} };
const polledBy = (timestamp: string) => ({
  asked: `POST ${api}/databases/${database}/query`,
  headers,
  body: { sorts: [{ timestamp, direction: 'descending' }], page_size: 100 },
});

export const service: FakeService = {
  ...bearer,
  hosts: ['api.notion.com'],
  actions: [
    {
      does: 'queryDatabase',
      with: { databaseId: database, filter: { property: 'Done', checkbox: { equals: true } } },
      exchanges: [
        {
          asked: `POST ${api}/databases/${database}/query`,
          headers,
          body: { filter: { property: 'Done', checkbox: { equals: true } }, page_size: 100 },
          answer: list([page('p-1')], 'c-2'),
        },
        {
          asked: `POST ${api}/databases/${database}/query`,
          headers,
          body: { filter: { property: 'Done', checkbox: { equals: true } }, page_size: 100, start_cursor: 'c-2' },
          answer: list([page('p-2')]),
        },
      ],
      output: { items: [page('p-1'), page('p-2')], pages: 2, more: false },
    },
    {
      does: 'createPage',
      with: { databaseId: database, properties: title, children: [block] },
      exchanges: [
        {
          asked: `POST ${api}/pages`,
          headers,
          body: { parent: { database_id: database }, properties: title, children: [block] },
          answer: page('p-1'),
        },
      ],
      output: page('p-1'),
    },
    {
      does: 'createSubpage',
      with: { parentPageId: 'p-0', pageTitle: 'Minutes' },
      exchanges: [
        {
          asked: `POST ${api}/pages`,
          headers,
          body: { parent: { page_id: 'p-0' }, properties: { title: { title: [{ text: { content: 'Minutes' } }] } } },
          answer: page('p-1'),
        },
      ],
      output: page('p-1'),
    },
    {
      does: 'updatePage',
      with: { pageId: 'p-1', archived: true },
      exchanges: [{ asked: `PATCH ${api}/pages/p-1`, headers, body: { archived: true }, answer: page('p-1') }],
      output: page('p-1'),
    },
    {
      does: 'getPage',
      with: { pageId: 'p-1' },
      exchanges: [{ asked: `GET ${api}/pages/p-1`, headers, answer: page('p-1') }],
      output: page('p-1'),
    },
    {
      does: 'appendBlocks',
      with: { blockId: 'p-1', blocks: [block] },
      exchanges: [
        { asked: `PATCH ${api}/blocks/p-1/children`, headers, body: { children: [block] }, answer: list([block]) },
      ],
      output: list([block]),
    },
    {
      does: 'listBlocks',
      with: { blockId: 'p-1' },
      exchanges: [
        { asked: `GET ${api}/blocks/p-1/children?page_size=100`, headers, answer: list([block], 'c-2') },
        { asked: `GET ${api}/blocks/p-1/children?page_size=100&start_cursor=c-2`, headers, answer: list([]) },
      ],
      output: { items: [block], pages: 2, more: false },
    },
    {
      does: 'search',
      with: { query: 'Order' },
      exchanges: [
        { asked: `POST ${api}/search`, headers, body: { query: 'Order', page_size: 100 }, answer: list([page('p-1')]) },
      ],
      output: { items: [page('p-1')], pages: 1, more: false },
    },
  ],
  triggers: [
    {
      does: 'newPage',
      with: { databaseId: database },
      polls: [
        { ...polledBy('created_time'), answer: list([page('p-1')]), starts: [] },
        {
          ...polledBy('created_time'),
          answer: list([page('p-3'), page('p-2'), page('p-1', '2026-01-06T09:00:00.000Z')]),
          starts: [page('p-2'), page('p-3')],
        },
      ],
    },
    {
      does: 'pageUpdated',
      with: { databaseId: database },
      polls: [
        { ...polledBy('last_edited_time'), answer: list([page('p-1')]), starts: [] },
        {
          ...polledBy('last_edited_time'),
          answer: list([page('p-1', '2026-01-06T09:00:00.000Z')]),
          starts: [page('p-1', '2026-01-06T09:00:00.000Z')],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'getPage',
      with: { pageId: 'p-1' },
      status: 404,
      answer: { object: 'error', status: 404, code: 'object_not_found', message: 'Could not find page with ID: p-1.' },
      error: {
        code: 'APP_REFUSED',
        message: 'Notion refused the request with the status 404: object_not_found: Could not find page with ID: p-1.',
      },
    },
    {
      does: 'getPage',
      with: { pageId: '..' },
      status: 200,
      answer: {},
      error: {
        code: 'FIELD_INVALID',
        message: 'pageId must not be empty, nor a path with `.`, `..` or an empty part.',
      },
    },
  ],
};
