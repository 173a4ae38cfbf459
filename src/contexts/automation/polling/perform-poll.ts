import { type Polled, pollSourceOf, SourceError } from '../../../nodes/index.js';
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
  const cursor = poll?.cursor ?? null;
  const asked = askedOf(claimed, cursor);
  if ('error' in asked) return asked;
  const { source, data } = asked;
  const node = { id: nodeId, type: 'http.request', position: { x: 0, y: 0 }, data };
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

/** The source of a trigger, and the fields of its request. */
function askedOf({ type, config }: ClaimedPoll, cursor: unknown) {
  try {
    const source = pollSourceOf(type, config);
    return { source, data: source.requestOf(config, cursor) };
  } catch (error) {
    if (error instanceof SourceError) return failed('SOURCE_INVALID', error.message);
    throw error;
  }
}

function failed(code: string, message: string): PollEnd & { error: object } {
  return { error: { code, message }, retryAfterMs: null };
}
