import type { Scope } from '../../../../platform/graphql/context.js';
import { emptyContent, type FlowContent } from '../content/flow-content.js';
import { compareContent } from './compare-content.js';
import { findFlowVersion } from './find-flow-version.js';
import type { FlowVersionDiff } from './flow-version-diff.object.js';

/**
 * Compares two versions of a flow.
 * @param against the version to compare with; defaults to the one before `version`, 0 is an empty flow
 * @throws AppError NOT_FOUND
 */
export async function diffFlowVersions(
  scope: Scope,
  flowId: string,
  version: number,
  against: number = version - 1,
): Promise<FlowVersionDiff> {
  const [before, after] = await Promise.all([
    contentAt(scope, flowId, against),
    findFlowVersion(scope, flowId, version),
  ]);
  return { version, against, ...compareContent(before, after) } as FlowVersionDiff;
}

async function contentAt(scope: Scope, flowId: string, version: number): Promise<FlowContent> {
  return version === 0 ? emptyContent : findFlowVersion(scope, flowId, version);
}
