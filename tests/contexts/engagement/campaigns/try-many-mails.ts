import 'reflect-metadata';
import { startTestPostgres, stopTestPostgres } from '../../../support/test-postgres.js';
import { sendToMany } from './many-mails.js';

/*
 * Sends a campaign to 10,000 contacts over SMTP, and prints the rate and what a message lacks. A number sends to as many.
 */

const count = Number(process.argv[2] ?? 10_000);
await startTestPostgres();
try {
  const { rate, received, recipients, links, wrong, asked, unsubscribed } = await sendToMany(count);
  const others = unsubscribed.filter((email) => !asked.includes(email));
  const figures = { rate: Math.round(rate), received, recipients, links, wrong: wrong.length };
  process.stdout.write(
    `${JSON.stringify({ ...figures, asked: asked.length, unsubscribed: unsubscribed.length, others: others.length })}\n`,
  );
  for (const line of wrong.slice(0, 20)) process.stdout.write(`${line}\n`);
  const isRight =
    [received, recipients, links].every((one) => one === count) &&
    wrong.length + others.length === 0 &&
    unsubscribed.length === asked.length;
  process.exitCode = isRight ? 0 : 1;
} finally {
  await stopTestPostgres();
}
