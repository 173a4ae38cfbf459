import { AppError } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { FlowContent } from '../content/flow-content.js';
import { flowReferencesOf } from '../flow-references.js';

/**
 * Requires that the caller may use secrets, if the flow that they save or activate names any.
 * @throws AppError FORBIDDEN
 */
export async function requireSecretUse(
  { access }: Scope,
  content: Pick<FlowContent, 'nodes' | 'settings'>,
): Promise<void> {
  if (access.capabilities.has('secrets:use')) return;
  const references = await flowReferencesOf(content);
  const names = references.flatMap(({ kind, name }) => (kind === 'secret' ? [name] : []));
  if (names.length === 0) return;
  throw new AppError(
    'FORBIDDEN',
    `The capability secrets:use is required to save or activate a flow that uses secrets (${names.sort().join(', ')}). Ask an owner or admin of the workspace to grant it.`,
  );
}
