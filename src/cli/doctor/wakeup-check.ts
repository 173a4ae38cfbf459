import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/index.js';
import { createLog } from '../../platform/log.js';
import { readRedisAddress } from '../../platform/wakeups/redis-address.js';
import { createRedisWakeups } from '../../platform/wakeups/redis-wakeups.js';
import { type Finding, failed, ok, skipped, warning } from './check.js';

const answerMs = 5_000;
const channel = 'doctor';

/** Whether a message that is sent through the Redis of WAKEUP_URL arrives. */
export async function examineWakeups({ wakeupUrl }: Pick<Config, 'wakeupUrl'>): Promise<Finding> {
  if (wakeupUrl === undefined) return skipped('Not configured. Processes notify one another through Postgres.');
  const { host, port, tls } = readRedisAddress(wakeupUrl);
  const reason = await failureToSend(wakeupUrl);
  if (reason !== null) {
    const cure = `Start Redis, or correct WAKEUP_URL; its user needs +publish, +subscribe, +ping and the channels workspace-automation:*. Until then new work is found up to a minute late.`;
    return failed(`Redis on ${host}:${port} passes on no messages (${reason}).`, cure);
  }
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  if (!tls && !isLocal) {
    return warning(`Connections to Redis on ${host} are not encrypted.`, 'Begin WAKEUP_URL with rediss:.');
  }
  return ok(`Redis on ${host}:${port} passes on messages${tls ? ', with TLS' : ''}.`);
}

/** Null if a message arrived; otherwise the first reason why none did. */
async function failureToSend(url: string): Promise<string | null> {
  const { promise: failure, resolve: fail } = Promise.withResolvers<string>();
  const write = (line: string) => fail((JSON.parse(line) as { reason: string }).reason);
  const wakeups = await createRedisWakeups(url, createLog({ level: 'warn', destination: { write } }));
  try {
    const { promise: arrived, resolve } = Promise.withResolvers<null>();
    const { promise: listening, resolve: begin } = Promise.withResolvers<void>();
    wakeups.on(channel, (payload) => (payload === null ? begin() : resolve(null)));
    const answer = listening.then(() => wakeups.send([{ channel, payload: '' }])).then(() => arrived);
    const late = delay(answerMs, 'no answer', { ref: false });
    return await Promise.race([answer.catch((error: Error) => error.message), failure, late]);
  } finally {
    await wakeups.close();
  }
}
