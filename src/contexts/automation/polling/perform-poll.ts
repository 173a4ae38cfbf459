import { catalogue, type Polled, SourceError } from '../../../nodes/index.js';
import { FormatError } from '../../../platform/file-formats/index.js';
import type { Services } from '../../../platform/services.js';
import { attemptAlone } from '../executions/index.js';
import { fileConverter } from '../files/index.js';
import { type ClaimedPoll, pollSeconds } from './claim-polls.js';

/** How a poll has ended: with what it found, or why it found nothing. */
export type PollEnd = { found: Polled } | { error: { code: string; message: string }; retryAfterMs: number | null };

/** What ends a poll before its source has answered. */
export interface PollSignals {
  /** The process stops. */
  stopping: AbortSignal;
  /** The source takes too long. */
  timeout: AbortSignal;
}

/** Asks the source of a trigger, and reads its answer. Changes nothing. */
export async function performPoll(
  services: Services,
  claimed: ClaimedPoll,
  { stopping, timeout }: PollSignals,
): Promise<PollEnd> {
  const { nodeId, config, type, poll } = claimed;
  const source = sourceOf(type);
  const cursor = poll?.cursor ?? null;
  const node = { id: nodeId, type: 'http.request', position: { x: 0, y: 0 }, data: source.requestOf(config) };
  const lone = { ...claimed, trigger: type as 'poll', node, triggerData: { cursor } };
  const result = await attemptAlone(services, lone, AbortSignal.any([stopping, timeout]));
  if (timeout.aborted) return failed('STEP_TIMEOUT', `The source took more than ${pollSeconds} seconds.`);
  if (result.kind === 'failed') return { error: result.error, retryAfterMs: result.retryAfterMs ?? null };
  if (result.kind !== 'done') return failed('RATE_WAIT', 'The request waits for its turn by its rate.');
  const { body } = result.output as { body: unknown };
  const parseFeed = async (text: string) =>
    JSON.parse(await services.get(fileConverter).parse('feed', Buffer.from(text), claimed.workspaceId)) as unknown;
  try {
    return { found: await source.read(config, { body, parseFeed }, cursor) };
  } catch (error) {
    if (error instanceof SourceError || error instanceof FormatError) return failed('SOURCE_INVALID', error.message);
    throw error;
  }
}

function sourceOf(type: string) {
  const source = [...catalogue.values()].find(({ trigger }) => trigger === type)?.poll;
  if (!source) throw new Error(`The trigger ${type} does not poll.`);
  return source;
}

function failed(code: string, message: string): PollEnd {
  return { error: { code, message }, retryAfterMs: null };
}
