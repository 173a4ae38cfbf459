import type { AddressedVisit, ExpressionScope, Plan, Visit } from '../../../../engine/index.js';
import { addressesFor, redactionMark } from '../../../../engine/index.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Settings } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';

/** The step that waits at an address. Its node may not have been visited yet. */
export interface AddressTarget extends AddressedVisit {
  workspaceId: string;
  executionId: string;
}

/** The URL at which a step waits. It is the same before the step begins, and continues it once. */
export function stepAddress(
  { webhookOrigin, jwtSecret }: Pick<Settings, 'webhookOrigin' | 'jwtSecret'>,
  { workspaceId, executionId, nodeId, iteration, path }: AddressTarget,
): string {
  return `${webhookOrigin}/${path}/${signWords(jwtSecret, path, [workspaceId, executionId, nodeId, iteration])}`;
}

/** The token of an address. */
export function tokenOfAddress(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** @throws AppError INVALID_TOKEN if this server did not sign the token */
export function readAddress(secret: string, path: AddressTarget['path'], token: string): AddressTarget {
  const [workspaceId, executionId, nodeId, iteration] = readSignedWords(secret, path, token) ?? [];
  if (![workspaceId, executionId].every((id) => id != null && isUuid(id)) || nodeId == null || iteration == null)
    throw new AppError('INVALID_TOKEN', 'The address is not valid. Use the complete one.');
  return { workspaceId, executionId, nodeId, iteration, path } as AddressTarget;
}

/**
 * The addresses that a step reads as `execution.callbacks`, by the ID of their node.
 * @param addressOf is called for those that are read
 */
export function callbacksFor(
  plan: Plan,
  visit: Visit,
  addressOf: (visit: AddressedVisit) => string,
): Record<string, string> {
  const callbacks = {};
  for (const addressed of addressesFor(plan, visit))
    Object.defineProperty(callbacks, addressed.nodeId, { enumerable: true, get: () => addressOf(addressed) });
  return callbacks;
}

/** What expressions read as `execution`, with the addresses as records show them. */
export function shownExecution(plan: Plan, visit: Visit, execution: object): ExpressionScope['execution'] {
  return { ...execution, callbacks: callbacksFor(plan, visit, () => redactionMark) };
}
