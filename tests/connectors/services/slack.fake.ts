import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://slack.com/api';
const message = { type: 'message', user: 'U123ABC456', text: 'Hello', ts: '1512085950.000216' };
const posted = {
  ok: true,
  channel: 'C123ABC456',
  ts: '1503435956.000247',
  message: { text: 'Hello', bot_id: 'B123ABC456', type: 'message', subtype: 'bot_message', ts: '1503435956.000247' },
};

export const service: FakeService = {
  ...bearer,
  hosts: ['slack.com'],
  actions: [
    {
      does: 'postMessage',
      with: { channel: 'C123ABC456', text: 'Hello', threadTs: '1503435950.000100', replyBroadcast: true },
      exchanges: [
        {
          asked: `POST ${api}/chat.postMessage`,
          body: { channel: 'C123ABC456', text: 'Hello', thread_ts: '1503435950.000100', reply_broadcast: true },
          answer: posted,
        },
      ],
      output: posted,
    },
    {
      does: 'updateMessage',
      with: { channel: 'C123ABC456', ts: '1401383885.000061', text: 'Updated', blocks: [{ type: 'divider' }] },
      exchanges: [
        {
          asked: `POST ${api}/chat.update`,
          body: { channel: 'C123ABC456', ts: '1401383885.000061', text: 'Updated', blocks: [{ type: 'divider' }] },
          answer: { ok: true, channel: 'C123ABC456', ts: '1401383885.000061', text: 'Updated' },
        },
      ],
      output: { ok: true, channel: 'C123ABC456', ts: '1401383885.000061', text: 'Updated' },
    },
    {
      does: 'deleteMessage',
      with: { channel: 'C123ABC456', ts: '1401383885.000061' },
      exchanges: [
        {
          asked: `POST ${api}/chat.delete`,
          body: { channel: 'C123ABC456', ts: '1401383885.000061' },
          answer: { ok: true, channel: 'C123ABC456', ts: '1401383885.000061' },
        },
      ],
      output: { ok: true, channel: 'C123ABC456', ts: '1401383885.000061' },
    },
    {
      does: 'addReaction',
      with: { channel: 'C123ABC456', ts: '1405894322.002768', name: 'thumbsup' },
      exchanges: [
        {
          asked: `POST ${api}/reactions.add`,
          body: { channel: 'C123ABC456', timestamp: '1405894322.002768', name: 'thumbsup' },
          answer: { ok: true },
        },
      ],
      output: { ok: true },
    },
    {
      does: 'listChannels',
      with: { types: ['public_channel', 'private_channel'], excludeArchived: true },
      exchanges: [
        {
          asked: `GET ${api}/conversations.list?types=public_channel,private_channel&exclude_archived=true&limit=200`,
          answer: {
            ok: true,
            channels: [{ id: 'C012AB3CD', name: 'general' }],
            response_metadata: { next_cursor: 'dGVhbTpDMDYxRkE1UEI=' },
          },
        },
        {
          asked: `GET ${api}/conversations.list?types=public_channel,private_channel&exclude_archived=true&limit=200&cursor=dGVhbTpDMDYxRkE1UEI%3D`,
          answer: { ok: true, channels: [{ id: 'C061EG9T2', name: 'random' }], response_metadata: { next_cursor: '' } },
        },
      ],
      output: {
        items: [
          { id: 'C012AB3CD', name: 'general' },
          { id: 'C061EG9T2', name: 'random' },
        ],
        pages: 2,
        more: false,
      },
    },
    {
      does: 'getUserByEmail',
      with: { email: 'spengler+1@ghostbusters.example.com' },
      exchanges: [
        {
          asked: `GET ${api}/users.lookupByEmail?email=spengler%2B1%40ghostbusters.example.com`,
          answer: { ok: true, user: { id: 'W012A3CDE', name: 'spengler' } },
        },
      ],
      output: { id: 'W012A3CDE', name: 'spengler' },
    },
    {
      does: 'channelHistory',
      with: { channel: 'C123ABC456', oldest: '2017-11-30T00:00:00Z', maxPages: 1 },
      exchanges: [
        {
          asked: `GET ${api}/conversations.history?channel=C123ABC456&oldest=1512000000&limit=200`,
          answer: {
            ok: true,
            messages: [message],
            has_more: true,
            response_metadata: { next_cursor: 'bmV4dF90czoxNTEyMDg1ODYxMDAwNTQz' },
          },
        },
      ],
      output: { items: [message], pages: 1, more: true },
    },
  ],
  triggers: [
    {
      does: 'newMessage',
      with: { channel: 'C123ABC456' },
      polls: [
        {
          asked: `GET ${api}/conversations.history?channel=C123ABC456&limit=100`,
          answer: { ok: true, messages: [message], has_more: false },
          starts: [],
        },
        {
          asked: `GET ${api}/conversations.history?channel=C123ABC456&limit=100&oldest=1512085950.000216`,
          answer: {
            ok: true,
            messages: [
              { ...message, text: 'Third', ts: '1512085970.000100' },
              { ...message, text: 'Second', ts: '1512085960.000100' },
            ],
            has_more: false,
          },
          starts: [
            { ...message, text: 'Second', ts: '1512085960.000100' },
            { ...message, text: 'Third', ts: '1512085970.000100' },
          ],
        },
        {
          asked: `GET ${api}/conversations.history?channel=C123ABC456&limit=100&oldest=1512085970.000100`,
          answer: { ok: true, messages: [], has_more: false },
          starts: [],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'postMessage',
      with: { channel: 'C0', text: 'Hello' },
      status: 200,
      answer: { ok: false, error: 'channel_not_found' },
      error: { code: 'APP_REFUSED', message: 'Slack refused the request: channel_not_found.' },
    },
    {
      does: 'listChannels',
      with: {},
      status: 200,
      answer: { ok: false, error: 'token_revoked' },
      error: {
        code: 'CONNECTION_RECONNECT',
        message: 'Slack does not accept the credentials of the connection "slack": token_revoked. Connect it again.',
      },
    },
    {
      does: 'postMessage',
      with: { channel: 'C0', text: 'Hello' },
      status: 429,
      answerHeaders: { 'retry-after': '30' },
      answer: { ok: false, error: 'ratelimited' },
      error: { code: 'APP_REFUSED', message: 'Slack refused the request with the status 429: ratelimited.' },
    },
  ],
};
