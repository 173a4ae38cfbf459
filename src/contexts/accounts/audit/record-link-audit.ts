import { type ErrorCode, toAppError } from '../../../platform/errors/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { countAddress } from '../../../platform/graphql/limits/count-request.js';
import { newId } from '../../../platform/new-id.js';
import { auditWriter, inputFieldNames, type NewAuditEntry } from './record-audit.js';

/** An action through a link of this server, without a credential. */
export interface LinkAuditEntry extends Pick<NewAuditEntry, 'workspaceId' | 'action' | 'targetId' | 'details'> {
  /** The person that the link was created for; null if it is for no one in particular. */
  holder: string | null;
  input: unknown;
}

const refusals: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/**
 * Runs the action of a link and records its holder and outcome before the response is sent. A refusal counts as a bad
 * token of the client's address, so that the log of a workspace cannot be flooded through one link.
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
