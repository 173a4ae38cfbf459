import { validationFailed } from '../../../../platform/errors/errors.js';

/** The nodes that a request to start a flow names. */
export interface NamedNodes {
  startNodeId?: string | null;
  untilNodeId?: string | null;
  /** Outputs by node ID. */
  mocks?: Record<string, unknown> | null;
}

/** Requires that a flow has the nodes that a request names. @throws AppError VALIDATION_FAILED */
export function requireNodes(
  nodes: readonly { id: string }[],
  { startNodeId = null, untilNodeId = null, mocks }: NamedNodes,
): void {
  const ids = new Set(nodes.map(({ id }) => id));
  const named = [
    ...(startNodeId === null ? [] : [{ field: 'startNodeId', id: startNodeId }]),
    ...(untilNodeId === null ? [] : [{ field: 'untilNodeId', id: untilNodeId }]),
    ...Object.keys(mocks ?? {}).map((id) => ({ field: `mocks.${id}`, id })),
  ];
  const unknown = named.filter(({ id }) => !ids.has(id));
  if (unknown.length === 0) return;
  throw validationFailed(
    unknown.map(({ field, id }) => ({
      field,
      rule: 'REFERENCE_UNKNOWN',
      message: `The node ${id} was not found in the flow. Use the ID of one of its nodes.`,
    })),
  );
}
