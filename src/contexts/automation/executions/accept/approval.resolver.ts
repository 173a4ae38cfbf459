import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { approvalLink } from '../run/approval-link.js';
import { Execution } from '../store/execution.object.js';
import { allExecutionFields } from '../store/execution-columns.js';
import { findExecution } from '../store/find-execution.js';
import { Step } from '../store/step.object.js';
import { ApprovalRequest, DecideApprovalByLinkInput, DecideApprovalInput } from './approval.object.js';
import { isApprover, ownAddress } from './signals/approvers.js';
import { decideApproval } from './signals/decide-approval.js';
import { decideApprovalByLink, readApprovalRequest } from './signals/decide-by-link.js';

type WaitingStep = Pick<Step, 'id' | 'nodeType' | 'status'> & { executionId: string; approvers: string[] | null };

@Resolver(() => Step)
export class StepApprovalResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'URL of a page on which anyone who has it can approve or reject. Set while the step waits for approval, for callers with `flows:execute`; if the step names approvers, for a signed-in approver only',
  })
  async approvalUrl(@Root() step: WaitingStep, @CurrentScope() scope: Scope): Promise<string | null> {
    if (step.nodeType !== 'wait.approval' || step.status !== 'waiting') return null;
    if (!scope.access.capabilities.has('flows:execute')) return null;
    const approvers = step.approvers ?? [];
    const approver = approvers.length > 0 ? await scope.loader(ownAddress) : null;
    if (approvers.length > 0 && !isApprover(approvers, approver)) return null;
    const target = { workspaceId: scope.workspaceId, executionId: step.executionId, stepId: step.id, approver };
    return approvalLink(scope.services.settings, target);
  }
}

@Resolver()
export class ApprovalResolver {
  @Query(() => ApprovalRequest, {
    description: 'Get the approval request that a link stands for, without signing in. Does not decide it',
  })
  @Allow({ public: true })
  approvalRequest(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: 'The token of the approval link, after `#token=`' }) token: string,
  ): Promise<ApprovalRequest> {
    return countBadTokens(context, () => readApprovalRequest(context.services, token));
  }

  @Mutation(() => ApprovalRequest, {
    description:
      'Approve or reject with the token of an approval link. If the link was created for an approver, the decision needs the code that the first call mails to them, unless they are signed in',
  })
  @Allow({ public: true, unaudited: 'The use case records it, with the person that the link was created for.' })
  decideApprovalByLink(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: 'The token of the approval link, after `#token=`' }) token: string,
    @Arg('input', () => DecideApprovalByLinkInput) input: DecideApprovalByLinkInput,
  ): Promise<ApprovalRequest> {
    return countBadTokens(context, () => decideApprovalByLink(context, token, input));
  }

  @Mutation(() => Execution, { description: 'Approve or reject a step that waits for approval' })
  @Allow('flows:execute')
  async decideApproval(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('executionId', () => ID) executionId: string,
    @Arg('stepId', () => ID) stepId: string,
    @Arg('input', () => DecideApprovalInput) input: DecideApprovalInput,
  ): Promise<Execution> {
    await decideApproval(scope, executionId, stepId, input);
    return findExecution(scope, executionId, allExecutionFields);
  }
}
