import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { requestFields } from '../http/request-fields.js';
import { type PolledItem, type PollSource, SourceError } from '../poll-source.js';
import { passTriggerData } from './pass-trigger-data.js';
import { everySecondsField } from './poll.js';

const fields = z.object({
  url: requestFields.shape.url.describe('The absolute URL of the feed: RSS or Atom.'),
  everySeconds: everySecondsField,
});

export const feedTrigger = defineNode({
  type: 'trigger.feed',
  title: 'New entries of a feed',
  category: 'trigger',
  capability: null,
  description:
    'Reads an RSS or Atom feed again and again, and starts the flow once for each new entry, the oldest first. The first poll only remembers what is there.',
  trigger: 'feed',
  fields,
  sourceHandles: ['out'],
  effects: false,
  sample: {
    id: 'https://example.com/posts/1',
    title: 'Opening hours in August',
    url: 'https://example.com/posts/1',
    summary: 'We are open from 9 to 14.',
    content: null,
    author: null,
    categories: [],
    publishedAt: '2026-01-05T09:00:00.000Z',
  },
  example: { url: 'https://example.com/feed.xml', everySeconds: 900 },
  output:
    'the entry: `id`, `title`, `url`, `summary`, `content`, `author`, `categories` and `publishedAt`; what the feed does not say is null.',
  exampleRun: {},
  poll: polled(),
  run: passTriggerData,
});

interface Feed {
  items: (Record<string, unknown> & { id: string | null; title: string | null; url: string | null })[];
}

function polled(): PollSource {
  return {
    requestOf: ({ url }) => ({ method: 'GET', url, responseType: 'text' }),
    async read(_config, { body, parseFeed }) {
      const { items } = (await parseFeed(String(body ?? ''))) as Feed;
      const found = items.map((item): PolledItem => {
        const key = item.id ?? item.url ?? item.title;
        if (key === null) throw new SourceError('An entry of the feed has neither an ID nor an address nor a title.');
        return { key, data: item };
      });
      // Feeds begin with the newest one.
      return { items: found.reverse(), cursor: null };
    },
  };
}
