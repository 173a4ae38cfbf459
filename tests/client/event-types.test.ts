import { expect, test } from '@jest/globals';
import type { Operations, WebhookEvent } from '../../src/client/index.js';

// What follows `@ts-expect-error` does not compile: `npm run types` fails if it does.

function summary(event: WebhookEvent): string {
  switch (event.type) {
    case 'contact.tag_added':
      return `${event.data.email} has ${event.tag}, and had ${event.previous.tags}`;
    case 'execution.failed':
      return `${event.data.flow.name} ${event.data.execution.status}: ${event.data.error.code}`;
    case 'message.received':
      return `${event.conversation.channel}: ${event.data.body}`;
    // @ts-expect-error a misspelt type
    case 'contact.craeted':
      return '';
    default:
      return event.id;
  }
}

function misspelt(event: WebhookEvent): unknown[] {
  if (event.type !== 'contact.created') return [];
  return [
    // @ts-expect-error a misspelt field
    event.data.nmae,
    // @ts-expect-error what this event does not have
    event.tag,
  ];
}

type Created = Parameters<Operations['createWebhook']>[0]['body'];
const subscribed: Created = { url: 'https://example.com', events: ['contact.created', 'custom.order_paid'] };
// @ts-expect-error a misspelt type
const refused: Created = { url: 'https://example.com', events: ['contact.craeted'] };

test('an event of a webhook is typed by its type', () => {
  const event = {
    id: '1',
    type: 'message.received',
    data: { body: 'Hello?' },
    conversation: { channel: 'sms' },
  } as WebhookEvent;
  expect(summary(event)).toBe('sms: Hello?');
  expect(misspelt(event)).toEqual([]);
  expect([subscribed, refused].map(({ events }) => events.length)).toEqual([2, 1]);
});
