import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { Json } from '../../../../platform/graphql/scalars.js';
import { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import { contentRules } from '../../flows/index.js';
import { cancelExecution } from '../run/cancel-execution.js';
import { RetryExecutionInput, SimulateFlowInput, TriggerFlowInput } from '../store/execution.input.js';
import { Execution } from '../store/execution.object.js';
import { StartedExecution, WebhookAnswer } from '../store/execution-answer.object.js';
import { allExecutionFields } from '../store/execution-columns.js';
import { findExecution } from '../store/find-execution.js';
import { retryExecution } from './retry-execution.js';
import { runWebhook } from './run-webhook.js';
import { simulateFlow } from './simulate/simulate-flow.js';
import { triggerFlow } from './trigger-flow.js';

const keyOptions = {
  nullable: true,
  description:
    '1 to 255 printable ASCII characters. A call with the same key for the same flow within 24 hours starts no further execution and returns the ID of the first',
} as const;

@Resolver()
export class ExecutionMutations {
  @Mutation(() => StartedExecution, {
    description: 'Run a flow manually. Returns immediately; the execution continues in the background',
  })
  @Allow('flows:execute')
  @Refuses('REFERENCE_UNKNOWN')
  async triggerFlow(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => TriggerFlowInput, { nullable: true }) input: TriggerFlowInput | null,
    @Arg('idempotencyKey', () => String, keyOptions) key?: string | null,
  ): Promise<StartedExecution> {
    return reported(context, await triggerFlow(scope, flowId, input ?? {}, key));
  }

  @Mutation(() => StartedExecution, {
    description: 'Simulate a flow, or content that is not saved: run it without any effect outside the server',
  })
  @Allow('flows:execute')
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH', ...contentRules)
  async simulateFlow(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID, { nullable: true, description: 'The flow. Defaults to that of the input' })
    flowId: string | null,
    @Arg('input', () => SimulateFlowInput, { nullable: true }) input: SimulateFlowInput | null,
    @Arg('idempotencyKey', () => String, keyOptions) key?: string | null,
  ): Promise<StartedExecution> {
    return reported(context, await simulateFlow(scope, flowId ?? null, input ?? new SimulateFlowInput(), key));
  }

  @Mutation(() => StartedExecution, {
    description:
      'Retry an execution that has ended: from its start, from the steps that failed, or from one step, with the same or the current version of the flow',
  })
  @Allow('flows:execute')
  @Refuses('NOT_ALLOWED_WITH', 'REFERENCE_UNSUITABLE', 'STATE_UNSUITABLE')
  async retryExecution(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('executionId', () => ID) executionId: string,
    @Arg('input', () => RetryExecutionInput, { nullable: true }) input: RetryExecutionInput | null,
    @Arg('idempotencyKey', () => String, keyOptions) key?: string | null,
  ): Promise<StartedExecution> {
    return reported(context, await retryExecution(scope, executionId, input ?? {}, key));
  }

  @Mutation(() => WebhookAnswer, {
    description:
      'Run the flow that a webhook token belongs to. With responseMode `result`, waits at most 25 seconds for the execution to end or to respond',
  })
  @Allow({ public: true, unaudited: 'The execution that it starts records it.' })
  async runWebhook(
    @Ctx() context: GraphContext,
    @Arg('token', () => String, { description: "The token in the flow's webhook URL" }) token: string,
    @Arg('payload', () => Json, { nullable: true, description: 'The trigger data. Ignored if `request` is given' })
    payload: unknown,
    @Arg('request', () => WebhookRequestInput, {
      nullable: true,
      description: 'The HTTP request, from which the trigger data is read',
    })
    request: WebhookRequestInput | null,
    @Arg('idempotencyKey', () => String, keyOptions) key?: string | null,
  ): Promise<WebhookAnswer> {
    const call = {
      token,
      payload,
      request: request ?? null,
      key: key ?? null,
      ip: context.request.ip,
      body: context.body,
    };
    const answer = await countBadTokens(context, () => runWebhook(context.services, call, context.signal));
    context.file = answer.file;
    return reported(context, answer);
  }

  @Mutation(() => Execution, { description: 'Cancel a running execution' })
  @Allow('flows:execute')
  async cancelExecution(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('executionId', () => ID) executionId: string,
  ): Promise<Execution> {
    await cancelExecution(scope, executionId);
    return findExecution(scope, executionId, allExecutionFields);
  }
}

/** Starts with a key are repeated by the flow itself; the answer says so like any other. */
function reported<Answer extends Pick<StartedExecution, 'isRepeat'>>(context: GraphContext, answer: Answer): Answer {
  if (answer.isRepeat) context.reportRepeat();
  return answer;
}
