import { AppError } from '../../../../platform/errors/errors.js';
import { preconditionFailed, requireUnmodified } from '../../../../platform/graphql/if-unmodified-since.js';
import type { FlowDraft } from './flow-draft.entity.js';

const cure = 'Get the draft, apply your change to it, and send its revision.';

/**
 * Requires that a draft is the one that the caller has read.
 * @param revision its revision; undefined to skip the check
 * @throws AppError CONFLICT
 */
export function requireRevision(draft: FlowDraft | null, revision: string | undefined): void {
  if (revision === undefined || revision.toLowerCase() === draft?.revision) return;
  throw conflict(draft ? 'The draft was changed meanwhile.' : 'The draft was published or discarded meanwhile.');
}

/**
 * Requires that a draft may be replaced: without a revision only by the user who saved it.
 * @throws AppError CONFLICT
 */
export function requireReplaceable(draft: FlowDraft | null, revision: string | undefined, userId: string): void {
  if (revision === undefined && draft?.updatedBy && draft.updatedBy !== userId)
    throw conflict('Another member has saved a draft of this flow.');
  requireRevision(draft, revision);
}

/**
 * Requires that a draft is there and was not changed after a time. The caller holds the lock of its flow.
 * @throws AppError PRECONDITION_FAILED
 */
export function requireUnmodifiedDraft(draft: FlowDraft | null, since: Date | null | undefined): void {
  if (draft) requireUnmodified('draft', draft.updatedAt, since);
  else if (since)
    throw preconditionFailed(`The draft was published or discarded meanwhile. ${cure}`, { field: 'ifUnmodifiedSince' });
}

function conflict(problem: string): AppError {
  const message = `${problem} ${cure}`;
  return new AppError('CONFLICT', message, [{ field: 'revision', message }]);
}
