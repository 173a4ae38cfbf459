import type { FakeService } from '../fake-service.js';

const api = 'https://discord.com/api/v10';
const message = (id: string) => ({ id, channel_id: '290926798999357250', content: 'Hello' });
const channel = { channelId: '290926798999357250' };
const messages = `${api}/channels/290926798999357250/messages`;

export const service: FakeService = {
  auth: { type: 'apiKey', name: 'Authorization', value: 'Bot MTk4NjIyNDgzNDcxOTI1MjQ4.secret' },
  sent: { header: 'authorization', value: 'Bot MTk4NjIyNDgzNDcxOTI1MjQ4.secret' },
  hosts: ['discord.com'],
  actions: [
    {
      does: 'sendMessage',
      with: { ...channel, content: 'Hello' },
      exchanges: [{ asked: `POST ${messages}`, body: { content: 'Hello' }, answer: message('1') }],
      output: message('1'),
    },
    {
      does: 'sendMessage',
      with: { ...channel, content: 'Hello', embeds: [{ title: 'A' }], replyTo: '7' },
      exchanges: [
        {
          asked: `POST ${messages}`,
          body: { content: 'Hello', embeds: [{ title: 'A' }], message_reference: { message_id: '7' } },
          answer: message('1'),
        },
      ],
      output: message('1'),
    },
    {
      does: 'editMessage',
      with: { ...channel, messageId: '1', newContent: 'Bye' },
      exchanges: [{ asked: `PATCH ${messages}/1`, body: { content: 'Bye' }, answer: message('1') }],
      output: message('1'),
    },
    {
      does: 'deleteMessage',
      with: { ...channel, messageId: '1' },
      exchanges: [{ asked: `DELETE ${messages}/1`, status: 204, answer: undefined }],
      output: null,
    },
    {
      does: 'listMessages',
      with: { ...channel, limit: 2, before: '9' },
      exchanges: [{ asked: `GET ${messages}?limit=2&before=9`, answer: [message('8'), message('7')] }],
      output: [message('8'), message('7')],
    },
    {
      does: 'addReaction',
      with: { ...channel, messageId: '1', emoji: '🔥' },
      exchanges: [{ asked: `PUT ${messages}/1/reactions/%F0%9F%94%A5/@me`, status: 204, answer: undefined }],
      output: null,
    },
    {
      does: 'addRole',
      with: { guildId: '1', userId: '2', roleId: '3' },
      exchanges: [{ asked: `PUT ${api}/guilds/1/members/2/roles/3`, status: 204, answer: undefined }],
      output: null,
    },
  ],
  triggers: [
    {
      does: 'newMessage',
      with: channel,
      polls: [
        { asked: `GET ${messages}?limit=100`, answer: [message('99')], starts: [] },
        {
          asked: `GET ${messages}?limit=100&after=99`,
          answer: [message('101'), message('100')],
          starts: [message('100'), message('101')],
        },
        { asked: `GET ${messages}?limit=100&after=101`, answer: [], starts: [] },
      ],
    },
  ],
  refusals: [
    {
      does: 'sendMessage',
      with: { ...channel, content: 'Hello' },
      status: 404,
      answer: { message: 'Unknown Channel', code: 10003 },
      error: {
        code: 'APP_REFUSED',
        message: 'Discord refused the request with the status 404: 10003: Unknown Channel.',
      },
    },
  ],
};
