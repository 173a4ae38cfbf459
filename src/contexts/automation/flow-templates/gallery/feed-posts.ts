import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const feedPosts: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00f',
  name: 'Post new entries of a feed to the team chat',
  description:
    'Reads an RSS or Atom feed every 15 minutes and posts each new entry to a channel of the team chat, once.',
  category: 'marketing',
  tags: ['feed', 'chat'],
  nodes: [
    node('entry', 'trigger.feed', [0, 0], {
      label: 'New entry',
      url: 'https://www.example.com/feed.xml',
      everySeconds: 900,
    }),
    node('post', 'http.request', [1, 0], {
      label: 'Post to the chat',
      method: 'POST',
      url: 'https://slack.com/api/chat.postMessage',
      auth: { type: 'bearer', token: '{{boveda.chat_token}}' },
      body: { channel: '#news', text: '{{triggerData.title}}\n{{default(triggerData.url, "")}}' },
      retry: { attempts: 3, backoffSeconds: 5 },
    }),
  ],
  edges: edges('entry>post'),
};
