import { createHash } from 'node:crypto';
import { principalId } from '../access/principal.js';
import { AppError, validationFailed } from '../errors/errors.js';
import { RequestClaim } from '../idempotency/request-claim.js';
import {
  type ClaimedRequest,
  claimRequest,
  finishRequest,
  releaseRequest,
  renewEveryMs,
  renewRequest,
  type StoredRequest,
} from '../idempotency/request-rows.js';
import { newId } from '../new-id.js';
import { repeat } from '../slots/repeat.js';
import type { InstanceColumn } from '../vault/index.js';
import type { GraphContext } from './context.js';

/** A request that its client may send again. */
export interface RepeatableRequest {
  /** The `Idempotency-Key`. */
  key: string;
  /** What the key belongs to: method and path, or GraphQL. */
  route: string;
  /** What was sent. */
  body: string;
  /** The workspace that it is about; null outside workspaces. */
  workspaceId: string | null;
  /** Refuses callers who may not carry it out. @throws AppError */
  authorize(context: GraphContext): Promise<void>;
}

/** Answers that are longer are not stored: characters of JSON. */
const longestAnswer = 1024 * 1024;
const noWorkspace = '00000000-0000-0000-0000-000000000000';

/** Encrypted answers, which may contain what is shown once, for example a new API key. */
export const answersOfRequests: InstanceColumn = {
  table: 'idempotent_requests',
  column: 'answer',
  key: 'id',
  context: (id) => ({ kind: 'idempotent-request', id }),
};

/**
 * Carries out a request once for its key: repeats within 24 hours get the stored answer and do nothing.
 * @param run does it; called at most once
 * @param isKept whether an answer is stored; after another one, the request may be sent again
 * @throws AppError CONFLICT for a key of another request, or of one that is carried out now; VALIDATION_FAILED
 */
export async function runOnce<Answer>(
  context: GraphContext,
  request: RepeatableRequest,
  run: () => Promise<Answer>,
  isKept: (answer: Answer) => boolean,
): Promise<Answer> {
  const { services, caller } = context;
  const { principal } = caller;
  // Whoever may not carry it out gets the reason, and stores nothing. It is counted when it runs.
  if (!principal || !(await permits(context.forkForPart(), request))) return run();
  requireKey(request.key);
  const workspaceId = request.workspaceId ?? noWorkspace;
  const id = uuidOf([principal.kind, principalId(principal), request.route, request.key]);
  const claimed = { workspaceId, id, claimId: newId(), hash: hashOf(request.body) };
  const sql = services.db.within(workspaceId);
  // Outside workspaces, what a process has done before it died is not recorded.
  const found = await claimRequest(sql, claimed, request.workspaceId === null);
  if (!('steps' in found)) {
    await request.authorize(context);
    return replay<Answer>(context, found, claimed);
  }
  const claim = await RequestClaim.open(claimed, services.vault, found.steps, services.db.entities(sql).getMetadata());
  return carryOut(context, claimed, claim, { ...request, run, isKept });
}

function permits(context: GraphContext, { authorize }: RepeatableRequest): Promise<boolean> {
  return authorize(context).then(
    () => true,
    () => false,
  );
}

type Work<Answer> = RepeatableRequest & { run: () => Promise<Answer>; isKept: (answer: Answer) => boolean };

async function carryOut<Answer>(
  context: GraphContext,
  claimed: ClaimedRequest,
  claim: RequestClaim,
  { run, isKept }: Work<Answer>,
): Promise<Answer> {
  const { db, vault, log } = context.services;
  const sql = db.within(claimed.workspaceId);
  const renewing = repeat(
    renewEveryMs,
    () => renewRequest(sql, claimed),
    () => undefined,
  );
  context.once.claim = claim;
  let answer: Answer | undefined;
  try {
    answer = await run();
    return answer;
  } finally {
    context.once.claim = null;
    await renewing.stop();
    const settle = async () => {
      if (answer === undefined || !isKept(answer)) return releaseRequest(sql, claimed, !claim.hasSteps);
      const text = await vault.encryptForInstance(textOf(answer), answersOfRequests.context(claimed.id));
      await finishRequest(sql, claimed, text);
    };
    // The work is done: an answer that cannot be stored is still sent.
    await settle().catch((error: unknown) => log.warn({ err: error }, 'the answer of a request could not be stored'));
  }
}

/** @throws AppError CONFLICT */
async function replay<Answer>(context: GraphContext, found: StoredRequest, request: ClaimedRequest): Promise<Answer> {
  if (found.answer === null && found.isRunning) throw new AppError('CONFLICT', words.running, undefined, 1);
  if (found.hash !== request.hash) throw new AppError('CONFLICT', words.other);
  if (found.answer === null) throw new AppError('CONFLICT', words.lost);
  const text = await context.services.vault.openForInstance(found.answer, answersOfRequests.context(request.id));
  const { answer } = JSON.parse(text) as { answer?: Answer };
  if (answer === undefined) throw new AppError('CONFLICT', words.tooLong);
  context.reportRepeat();
  return answer;
}

function textOf(answer: unknown): string {
  const text = JSON.stringify({ answer });
  return text.length > longestAnswer ? '{}' : text;
}

const words = {
  running: 'The first request with this Idempotency-Key is still in progress. Send it again later.',
  other:
    'This Idempotency-Key was already used for a different request. Repeat that request unchanged, or use a new key.',
  lost: 'The request with this Idempotency-Key was interrupted, and it is not known whether it had an effect. Read the records that it changes, and use a new key.',
  tooLong:
    'The request with this Idempotency-Key was carried out. Its answer is too long to be repeated. Read the records that it changed.',
};

/** @throws AppError VALIDATION_FAILED */
function requireKey(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return;
  throw validationFailed([
    { field: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.' },
  ]);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A UUID for any facts. */
function uuidOf(facts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
