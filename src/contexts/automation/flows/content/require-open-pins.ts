import { Taint } from '../../../../engine/index.js';
import { type ErrorDetail, validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { executionValues } from '../../../accounts/secrets/index.js';
import { flowReferencesOf } from './flow-references.js';
import { parseNodes } from './parse-graph.js';
import { pinnedSecretCure, pinnedSecretRule } from './pinned-data.js';

/**
 * Requires that no pinned data of sent nodes contains the value of a secret that these nodes use.
 * @param flowId the flow that the nodes belong to; null for a new one
 * @throws AppError VALIDATION_FAILED
 */
export async function requireOpenPins(
  { services, workspaceId }: Scope,
  flowId: string | null,
  sent: readonly object[] | undefined,
): Promise<void> {
  if (!sent?.some((node) => node && 'pinnedData' in node)) return;
  const ignored: ErrorDetail[] = [];
  const nodes = parseNodes(sent as Record<string, unknown>[], ignored);
  // The use case reports malformed nodes.
  if (ignored.length > 0) return;
  const names = flowReferencesOf({ nodes }).filter(({ kind }) => kind === 'secret');
  if (names.length === 0) return;
  const { secrets } = await services.get(executionValues)({ workspaceId, flowId: flowId ?? workspaceId, names });
  const taint = new Taint(Object.values(secrets));
  const violations = nodes.flatMap(({ pinnedData }, index) => {
    if (pinnedData == null || taint.redact(pinnedData) === pinnedData) return [];
    const field = `nodes[${index}].pinnedData`;
    return [
      {
        field,
        rule: pinnedSecretRule,
        message: `pinnedData must not contain the value of a secret. ${pinnedSecretCure}`,
      },
    ];
  });
  if (violations.length > 0) throw validationFailed(violations);
}
