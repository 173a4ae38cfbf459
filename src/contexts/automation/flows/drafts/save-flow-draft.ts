import type { EntityManager } from '@mikro-orm/postgresql';
import { validationFailed } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { timeOfChange } from '../../../../platform/graphql/if-unmodified-since.js';
import { newId } from '../../../../platform/new-id.js';
import { applyInput } from '../apply-input.js';
import { contentOf } from '../change-flow.js';
import { type FlowContent, sameContent } from '../content/flow-content.js';
import { FlowVersion } from '../flow-version.entity.js';
import { lockFlow } from '../lock-flow.js';
import { requireOtherErrorFlow } from '../update-flow.js';
import { requireWithinLimits } from '../validation/check-flow.js';
import { type DraftContent, FlowDraft } from './flow-draft.entity.js';
import type { FlowDraftInput } from './flow-draft.input.js';
import { draftOfFlow } from './flow-draft.loader.js';
import { requireReplaceable, requireRevision, requireUnmodifiedDraft } from './require-revision.js';

/**
 * Saves a draft of a flow, which changes nothing that runs. Only its form and size are checked: it may break every
 * validation rule. Saving what is saved already leaves its revision.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED; CONFLICT or PRECONDITION_FAILED if the draft was changed meanwhile
 */
export async function saveFlowDraft(
  scope: Scope,
  flowId: string,
  input: FlowDraftInput,
  ifUnmodifiedSince?: Date,
): Promise<FlowDraft> {
  const id = requireId(flowId, 'flow');
  requireOtherErrorFlow(id, input);
  const draft = await scope.unitOfWork((em) => save(em, scope, id, input, ifUnmodifiedSince));
  scope.loader(draftOfFlow).clear(id).prime(id, draft);
  return draft;
}

async function save(
  em: EntityManager,
  scope: Scope,
  flowId: string,
  input: FlowDraftInput,
  since?: Date,
): Promise<FlowDraft> {
  const key = { workspaceId: scope.workspaceId, flowId };
  const { userId } = scope.access;
  // The lock comes first: of two that save at once, the second sees the draft of the first.
  const flow = await lockFlow(em, key);
  const draft = await em.findOne(FlowDraft, key);
  requireUnmodifiedDraft(draft, since);
  // A condition that holds shows, as a revision does, that the caller has read the draft.
  if (since) requireRevision(draft, input.revision);
  else requireReplaceable(draft, input.revision, userId);
  const current = contentOf(await em.findOneOrFail(FlowVersion, { ...key, version: flow.version }));
  const before = draft ? withDraft(current, draft) : current;
  const content = applyInput(before, graphOf(input));
  requireWithinLimits(content);
  const baseVersion = input.baseVersion ?? draft?.baseVersion ?? flow.version;
  requireKnownVersion(baseVersion, flow.version);
  if (draft && draft.baseVersion === baseVersion && sameContent(content, before)) return draft;
  const row = {
    ...graphOf(content),
    baseVersion,
    revision: newId(),
    updatedBy: userId,
    updatedAt: draft ? timeOfChange(scope.services.now(), draft.updatedAt) : scope.services.now(),
  };
  const saved = draft ? em.assign(draft, row) : em.create(FlowDraft, { ...key, ...row });
  em.persist(saved);
  return saved;
}

/** The content that a flow has once its draft is published. */
export function withDraft(current: FlowContent, draft: DraftContent): FlowContent {
  return { ...current, ...graphOf(draft) };
}

function graphOf<T extends Partial<Record<keyof DraftContent, unknown>>>({ nodes, edges, variables, settings }: T) {
  return { nodes, edges, variables, settings } as Pick<T, keyof DraftContent & keyof T>;
}

function requireKnownVersion(baseVersion: number, current: number): void {
  if (baseVersion <= current) return;
  const message = `baseVersion must be at most ${current}, the current version of the flow.`;
  throw validationFailed([{ field: 'baseVersion', rule: 'REFERENCE_UNKNOWN', message }]);
}
