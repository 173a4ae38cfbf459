import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { lockText } from '../../../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { typed } from '../../../../../platform/database/typed-sql.js';
import { declareService } from '../../../../../platform/define-service.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import { newId } from '../../../../../platform/new-id.js';
import type { Services } from '../../../../../platform/services.js';
import { approvalCodes } from '../../store/approval-code.entity.js';

/** A mail of which nothing is stored. */
export interface UnrecordedMail {
  to: string;
  subject: string;
  text: string;
}

/** Mails in the name of a workspace without a record of it. @throws AppError CONFLICT without a mail server, UNAVAILABLE */
export type SendUnrecorded = (workspaceId: string, mail: UnrecordedMail) => Promise<void>;

/** Mails the codes of approvals. */
export const approvalMail = declareService<SendUnrecorded>('approval mail');

/** The step that a code confirms a decision on, and the approver to whom it is mailed. */
export interface CodeTarget {
  workspaceId: string;
  stepId: string;
  approver: string;
}

const minuteMs = 60_000;
const validMs = 10 * minuteMs;
const triesAtMost = 5;
/** A code that is younger is not replaced by another one. */
const freshMs = minuteMs;
const windowMs = 60 * minuteMs;
/** In `windowMs`: together with `triesAtMost`, a code is guessed once in 40,000 hours. */
const codesAtMost = 5;

/**
 * Mails the approver a code of six digits. Asked again within a minute, it mails none.
 * @throws AppError RATE_LIMITED after five codes within an hour, CONFLICT without a mail server, UNAVAILABLE
 */
export async function sendApprovalCode(services: Services, target: CodeTarget, flowName: string): Promise<void> {
  const { workspaceId, approver } = target;
  const code = String(randomInt(10 ** 6)).padStart(6, '0');
  const within = services.db.within(workspaceId);
  const id = await within.transaction((sql) => storeCode(sql, services, target, code));
  if (id === null) return;
  const text = `The code for your decision in "${flowName}" is:

${code}

It is valid for 10 minutes. If you did not decide on an approval just now, someone else has your approval link: do not pass on the code.
`;
  try {
    await services.get(approvalMail)(workspaceId, { to: approver, subject: 'Code for your decision', text });
  } catch (error) {
    await typed(within, 'delete_unsent_approval_code', approvalCodes)
      .deleteFrom('approval_codes')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    throw error;
  }
}

async function storeCode(sql: Sql, services: Services, target: CodeTarget, code: string): Promise<string | null> {
  const { workspaceId, stepId, approver } = target;
  const at = services.now();
  const before = (ms: number) => new Date(at.getTime() - ms);
  // One request after the other, by an advisory lock: concurrent ones must not mail a code each.
  const key = [workspaceId, stepId, approver].join();
  await lockText(sql, 'lock_approval_codes', key);
  await typed(sql, 'delete_old_approval_codes', approvalCodes)
    .deleteFrom('approval_codes')
    .where('workspaceId', '=', workspaceId)
    .where('createdAt', '<=', before(windowMs))
    .execute();
  const sent = await typed(sql, 'count_approval_codes', approvalCodes)
    .selectFrom('approval_codes')
    .select(['createdAt', 'tries'])
    .where('workspaceId', '=', workspaceId)
    .where('stepId', '=', stepId)
    .where('approver', '=', approver)
    .execute();
  if (sent.some(({ createdAt, tries }) => new Date(createdAt) > before(freshMs) && tries < triesAtMost)) return null;
  if (sent.length >= codesAtMost) {
    const message = `At most ${codesAtMost} codes an hour are mailed for an approval. Try again in an hour, or log in to decide.`;
    throw new AppError('RATE_LIMITED', message, undefined, windowMs / 1_000);
  }
  const id = newId();
  await typed(sql, 'store_approval_code', approvalCodes)
    .insertInto('approval_codes')
    .values({ workspaceId, stepId, approver, id, codeHash: hashOf(services, target, code), createdAt: at })
    .execute();
  return id;
}

/**
 * Requires the code that was mailed last; each code can be tried five times within ten minutes.
 * @throws AppError FORBIDDEN
 */
export async function requireApprovalCode(services: Services, target: CodeTarget, code: string): Promise<void> {
  const { workspaceId, stepId, approver } = target;
  // A counter: the try counts before the codes are compared, so that concurrent requests have no more tries than others.
  const { rows } = await services.db.within(workspaceId).query<{ hash: Buffer }>(
    `/* try_approval_code */ update approval_codes set tries = tries + 1
     where workspace_id = $1 and tries < ${triesAtMost} and created_at > $4 and id = (
       select id from approval_codes where workspace_id = $1 and step_id = $2 and approver = $3
       order by created_at desc, id desc limit 1)
     returning code_hash as hash`,
    [workspaceId, stepId, approver, new Date(services.now().getTime() - validMs)],
  );
  if (rows[0] && timingSafeEqual(rows[0].hash, hashOf(services, target, code))) return;
  const message = 'The code is wrong or has expired. Send the decision without a code to get a new one by email.';
  throw new AppError('FORBIDDEN', message, [{ field: 'code', message }]);
}

/** Deletes the codes of a step that was decided. */
export async function deleteApprovalCodes(sql: Sql, workspaceId: string, stepId: string): Promise<void> {
  await typed(sql, 'delete_approval_codes', approvalCodes)
    .deleteFrom('approval_codes')
    .where('workspaceId', '=', workspaceId)
    .where('stepId', '=', stepId)
    .execute();
}

function hashOf({ settings }: Services, { workspaceId, stepId, approver }: CodeTarget, code: string): Buffer {
  const text = JSON.stringify([workspaceId, stepId, approver.toLowerCase(), code]);
  return createHmac('sha256', settings.jwtSecret).update(`approval code:${text}`).digest();
}
