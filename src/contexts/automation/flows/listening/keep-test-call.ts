import { storableJson } from '../../../../platform/database/storable-json.js';
import { expression, jsonOf, typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import type { FoundTestCall } from './find-test-call.js';
import { testCalls } from './test-call.entity.js';

/** Bytes of the trigger data of a sample as JSON: an editor shows it, and completes expressions from it. */
export const sampleAtMost = 1024 * 1024;

/**
 * Keeps what came as the sample of the trigger, instead of what came before. The address cannot be called a second time: of two
 * calls at once, one is kept.
 * @param request the HTTP request without credentials; null for a form
 * @throws AppError PAYLOAD_TOO_LARGE, after which it waits on; GONE if it was called meanwhile, or has expired
 */
export async function keepTestCall(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { workspaceId, trigger, tokenHash }: FoundTestCall,
  triggerData: unknown,
  request: object | null,
): Promise<void> {
  const bytes = Buffer.byteLength(storableJson(triggerData));
  if (bytes > sampleAtMost) {
    const message = `The data of a test call must have at most ${sampleAtMost} bytes as JSON; these have ${bytes}. Send a shorter example.`;
    throw new AppError('PAYLOAD_TOO_LARGE', message);
  }
  const kept = await typed(db.within(workspaceId), 'keep_test_call', testCalls)
    .updateTable('test_calls')
    .set({
      encryptedToken: null,
      expiresAt: null,
      receivedAt: now(),
      triggerData: jsonOf(triggerData),
      request: request && jsonOf(request as Record<string, unknown>),
    })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', trigger.id)
    .where('tokenHash', '=', tokenHash)
    .where('encryptedToken', 'is not', null)
    .where(expression<boolean>`expires_at > clock_timestamp()`)
    .executeTakeFirst();
  if (kept.numUpdatedRows !== 1n) throw testCallOver();
}

/** 410 for the address of a test call that came, or that has expired. */
export function testCallOver(): AppError {
  return new AppError(
    'GONE',
    'The address of this test call was used already, or has expired. Listen again in the editor.',
  );
}
