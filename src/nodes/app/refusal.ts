import { type OutboundResponse, retryAfterMs } from '../../platform/outbound/index.js';
import type { Outcome } from '../define-node.js';
import { isExpected, mayChange } from '../http/expected-status.js';
import { valueAt } from '../http/next-page.js';
import { readAnswer } from '../http/read-answer.js';
import type { Connector } from './connector-file.js';

/** An answer that refuses, as the end of a step. It is thrown through what reads pages. */
export class Refused extends Error {
  constructor(readonly outcome: Outcome & { kind: 'failed' }) {
    super(outcome.error.message);
  }
}

/** Whether the body of a successful answer says that it refuses. */
export function refusesIn({ refusal: { unless } }: Pick<Connector, 'refusal'>, body: unknown): boolean {
  return unless !== undefined && valueAt(body, unless) !== true;
}

/** What a service says of its refusal: `channel_not_found: The channel does not exist`. */
export function reasonIn({ refusal }: Pick<Connector, 'refusal'>, body: unknown): string {
  const said = [firstAt(body, refusal.code), firstAt(body, refusal.message)].filter((part) => part !== null);
  return [...new Set(said)].join(': ').slice(0, 500);
}

/**
 * Ends the step if an answer refuses: with `CONNECTION_RECONNECT` where the credentials are not accepted, else `APP_REFUSED`.
 * @throws Refused
 */
export async function requireAccepted(
  connector: Connector,
  answer: OutboundResponse,
  { connection, parseJson, now }: { connection: string; parseJson(text: string): Promise<unknown>; now: Date },
): Promise<void> {
  const { status, headers } = answer;
  const isAccepted = isExpected(status, undefined);
  if (isAccepted && connector.refusal.unless === undefined) return;
  const output = await readAnswer(answer, parseJson);
  if (isAccepted && !refusesIn(connector, output.body)) return;
  const { title, refusal } = connector;
  const code = firstAt(output.body, refusal.code) ?? '';
  const reason = reasonIn(connector, output.body);
  const said = `${isAccepted ? '' : ` with the status ${status}`}${reason === '' ? '' : `: ${reason}`}`;
  if (status === 401 || refusal.reconnect.includes(code)) {
    const message = `${title} does not accept the credentials of the connection "${connection}"${said}. Connect it again.`;
    throw new Refused({ kind: 'failed', error: { code: 'CONNECTION_RECONNECT', message }, retryable: false, output });
  }
  const retryable = refusal.retry.includes(code) || (!isAccepted && mayChange(status));
  const pause = retryable ? retryAfterMs(headers['retry-after'], now) : null;
  const error = { code: 'APP_REFUSED', message: `${title} refused the request${said}.`.replace(/\.\.$/, '.') } as const;
  throw new Refused({ kind: 'failed', error, retryable, output, ...(pause !== null && { retryAfterMs: pause }) });
}

function firstAt(body: unknown, paths: readonly string[] = []): string | null {
  for (const path of paths) {
    const found = valueAt(body, path);
    if (typeof found === 'string' && found !== '') return found;
    if (typeof found === 'number') return String(found);
  }
  return null;
}
