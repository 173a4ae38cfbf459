import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://gmail.googleapis.com/gmail/v1/users/me';
const ids = (id: string) => ({ id, threadId: id });
const mail = [
  'To: ana@example.com, b@example.com',
  'Cc: c@example.com',
  'Subject: =?UTF-8?B?T2zDqQ==?=',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  'PGI+SGk8L2I+',
  '',
].join('\r\n');
const raw = Buffer.from(mail).toString('base64url');
const sent = { to: ['ana@example.com', 'b@example.com'], cc: ['c@example.com'], subject: 'Olé', html: '<b>Hi</b>' };

export const service: FakeService = {
  ...bearer,
  hosts: ['gmail.googleapis.com'],
  actions: [
    {
      does: 'sendMessage',
      with: { ...sent, threadId: 't1' },
      exchanges: [{ asked: `POST ${api}/messages/send`, body: { raw, threadId: 't1' }, answer: ids('m1') }],
      output: ids('m1'),
    },
    {
      does: 'createDraft',
      with: sent,
      exchanges: [
        { asked: `POST ${api}/drafts`, body: { message: { raw } }, answer: { id: 'd1', message: ids('m1') } },
      ],
      output: { id: 'd1', message: ids('m1') },
    },
    {
      does: 'listMessages',
      with: { search: 'is:unread', labels: ['INBOX', 'Label_1'] },
      exchanges: [
        {
          asked: `GET ${api}/messages?q=is%3Aunread&labelIds=INBOX&labelIds=Label_1&maxResults=100`,
          answer: { messages: [ids('m1')], nextPageToken: 'p2', resultSizeEstimate: 2 },
        },
        {
          asked: `GET ${api}/messages?q=is%3Aunread&labelIds=INBOX&labelIds=Label_1&maxResults=100&pageToken=p2`,
          answer: { messages: [ids('m2')], resultSizeEstimate: 2 },
        },
      ],
      output: { items: [ids('m1'), ids('m2')], pages: 2, more: false },
    },
    {
      does: 'listMessages',
      with: {},
      // Nothing that was found is no list.
      exchanges: [{ asked: `GET ${api}/messages?maxResults=100`, answer: { resultSizeEstimate: 0 } }],
      output: { items: [], pages: 1, more: false },
    },
    {
      does: 'getMessage',
      with: { messageId: 'm1', format: 'metadata' },
      exchanges: [{ asked: `GET ${api}/messages/m1?format=metadata`, answer: { ...ids('m1'), snippet: 'Hello' } }],
      output: { ...ids('m1'), snippet: 'Hello' },
    },
    {
      does: 'changeLabels',
      with: { messageId: 'm1', addLabels: ['STARRED'] },
      exchanges: [
        {
          asked: `POST ${api}/messages/m1/modify`,
          body: { addLabelIds: ['STARRED'] },
          answer: { ...ids('m1'), labelIds: ['STARRED'] },
        },
      ],
      output: { ...ids('m1'), labelIds: ['STARRED'] },
    },
    {
      does: 'listLabels',
      with: {},
      exchanges: [{ asked: `GET ${api}/labels`, answer: { labels: [{ id: 'INBOX', name: 'INBOX', type: 'system' }] } }],
      output: [{ id: 'INBOX', name: 'INBOX', type: 'system' }],
    },
  ],
  triggers: [
    {
      does: 'newMessage',
      with: { search: 'in:inbox' },
      polls: [
        {
          asked: `GET ${api}/messages?q=in%3Ainbox&maxResults=100`,
          answer: { messages: [ids('m1')], resultSizeEstimate: 1 },
          starts: [],
        },
        {
          asked: `GET ${api}/messages?q=in%3Ainbox&maxResults=100`,
          answer: { messages: [ids('m3'), ids('m2'), ids('m1')], resultSizeEstimate: 3 },
          starts: [ids('m2'), ids('m3')],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'listLabels',
      with: {},
      status: 403,
      answer: { error: { code: 403, message: 'Insufficient Permission', status: 'PERMISSION_DENIED' } },
      error: {
        code: 'APP_REFUSED',
        message: 'Gmail refused the request with the status 403: PERMISSION_DENIED: Insufficient Permission.',
      },
    },
  ],
};
