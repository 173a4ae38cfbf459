import { type ErrorCode, toAppError } from '../../../platform/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { countAddress } from '../../../platform/graphql/limits/count-request.js';
import { newId } from '../../../platform/new-id.js';
import { auditWriter, inputFieldNames, type NewAuditEntry } from './record-audit.js';

/** What somebody does by a link of this server, without a credential. */
export interface LinkAuditEntry extends Pick<NewAuditEntry, 'workspaceId' | 'action' | 'targetId' | 'details'> {
  /** Whom the link was made for; null for nobody in particular. */
  holder: string | null;
  input: unknown;
}

const refusals: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/**
 * Does what a link is for, and writes down who it was made for, what was done and how it ended, before the answer. A refusal
 * counts as a bad token of its sender's address, so that nobody fills a workspace's log by one link.
 */
export async function recordLinkAudit<T>(
  context: GraphContext,
  { holder, input, ...entry }: LinkAuditEntry,
  run: () => Promise<T>,
): Promise<T> {
  const { services, request } = context;
  const write = (outcome: NewAuditEntry['outcome'], code: NewAuditEntry['code']) =>
    services.get(auditWriter)({
      ...entry,
      ...{ id: newId(), actorKind: 'link', userId: null, keyId: null },
      ...{ actor: holder === null ? 'by link' : `${holder} by link`, fields: inputFieldNames(input), outcome, code },
      ...{ ip: request.ip ?? null, requestId: request.id, createdAt: services.now().toISOString() },
    });
  try {
    const result = await run();
    await write('done', null);
    return result;
  } catch (error) {
    const code = toAppError(error)?.code;
    if (code === undefined || !refusals.has(code)) throw error;
    await countAddress(context, 'badTokens');
    await write('refused', code);
    throw error;
  }
}
