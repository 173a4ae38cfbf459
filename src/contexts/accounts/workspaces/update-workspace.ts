import type { Sql } from '../../../platform/database/database.js';
import { transactionSql } from '../../../platform/database/entities-over.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { notFound, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { requireUnmodified, timeOfChange } from '../../../platform/graphql/if-unmodified-since.js';
import { creditMicros, creditText } from '../../../platform/metering/credit-amount.js';
import { requireStartableFlows } from '../../../platform/records/index.js';
import { Workspace, type WorkspaceView } from '../entities/workspace.entity.js';
import { errorFlowRule, type UpdateWorkspaceInput } from './workspace.input.js';

/**
 * Updates the fields that are sent; `updatedAt` changes only if a value does.
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED
 */
export async function updateWorkspace(
  scope: Scope,
  input: UpdateWorkspaceInput,
  ifUnmodifiedSince?: Date,
): Promise<WorkspaceView> {
  const workspace = await scope
    .unitOfWork(async (em) => {
      await typed(transactionSql(em), 'lock_workspace', tableOf<Workspace>()('workspaces'))
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', scope.workspaceId)
        .forNoKeyUpdate()
        .execute();
      const found = await em.findOne(Workspace, { id: scope.workspaceId });
      if (!found) throw notFound('workspace');
      requireUnmodified('workspace', found.updatedAt, ifUnmodifiedSince);
      const sent = {
        name: input.name ?? found.name,
        timezone: input.timezone ?? found.timezone,
        country: input.country === undefined ? found.country : (input.country?.toUpperCase() ?? null),
        defaultErrorFlowId:
          input.defaultErrorFlowId === undefined
            ? found.defaultErrorFlowId
            : (input.defaultErrorFlowId?.toLowerCase() ?? null),
        dailyBudget: input.dailyBudget === undefined ? found.dailyBudget : stored(input.dailyBudget),
        postalAddress: input.postalAddress === undefined ? found.postalAddress : input.postalAddress,
        monthlyBudget: input.monthlyBudget === undefined ? found.monthlyBudget : stored(input.monthlyBudget),
      };
      const isSame = Object.entries(sent).every(([name, value]) => found[name as keyof typeof sent] === value);
      await requireStartable(transactionSql(em), scope, sent.defaultErrorFlowId, found.defaultErrorFlowId);
      return isSame
        ? found
        : em.assign(found, { ...sent, updatedAt: timeOfChange(scope.services.now(), found.updatedAt) });
    })
    .catch(requireErrorFlow);
  return { ...workspace, workspaceId: workspace.id, role: scope.access.role };
}

/** A new default error flow is one that the caller may start. @throws AppError FORBIDDEN */
async function requireStartable(tx: Sql, scope: Scope, flowId: string | null, before: string | null): Promise<void> {
  if (flowId === before || flowId === null) return;
  await requireStartableFlows(tx, scope, [{ field: 'defaultErrorFlowId', flowId }]);
}

/** The form in which Postgres returns a budget. */
function stored(budget: string | null): string | null {
  return budget === null ? null : creditText(creditMicros(budget) as bigint);
}

const foreignKeyViolation = '23503';

/** The foreign key checks that the flow exists, so there is no gap between check and write. */
function requireErrorFlow(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === foreignKeyViolation && constraint?.includes('error_flow'))
    throw validationFailed([{ field: 'defaultErrorFlowId', rule: 'REFERENCE_UNKNOWN', message: errorFlowRule }]);
  throw error;
}
