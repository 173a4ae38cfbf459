import { type ErrorCode, toAppError } from '../../../platform/errors/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { countAddress } from '../../../platform/graphql/limits/count-request.js';
import type { AuditActor, NewAuditEntry } from './write-audit.js';
import { inputFieldNames, writeEntry } from './write-entry.js';

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
  { holder, input, ...event }: LinkAuditEntry,
  run: () => Promise<T>,
): Promise<T> {
  const name = holder === null ? 'by link' : `${holder} by link`;
  const actor: AuditActor = { actorKind: 'link', userId: null, keyId: null, actor: name };
  const fields = inputFieldNames(input);
  let result: T;
  try {
    result = await run();
  } catch (error) {
    const code = toAppError(error)?.code;
    if (code === undefined || !refusals.has(code)) throw error;
    await countAddress(context, 'badTokens');
    await writeEntry(context, actor, { ...event, fields, outcome: 'refused', code });
    throw error;
  }
  await writeEntry(context, actor, { ...event, fields });
  return result;
}
