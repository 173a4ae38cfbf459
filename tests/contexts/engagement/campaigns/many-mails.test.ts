import { expect, test } from '@jest/globals';
import { sendToMany } from './many-mails.js';

test('each message of a large campaign has a link of its own, which unsubscribes its recipient only', async () => {
  const found = await sendToMany(400);
  expect(found.wrong).toEqual([]);
  expect(found).toMatchObject({ received: 400, recipients: 400, links: 400 });
  expect(found.asked).toHaveLength(4);
  expect(found.unsubscribed.toSorted()).toEqual(found.asked.toSorted());
}, 120_000);
