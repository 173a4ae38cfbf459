import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { ExecutionEvent } from '../store/execution.object.js';
import { ExecutionStatusName } from '../store/execution-enums.js';
import { subscribeToExecution, subscribeToTopic, type TopicArgs } from './subscribe-executions.js';

/** The arguments that type-graphql passes to `subscribe`. */
interface Request<Args = Record<string, string | null | undefined>> {
  args: Args;
  context: GraphContext;
}

const after = {
  nullable: true,
  description:
    'The cursor of an event that was received before, of an execution or of the workspace. Events after it are delivered',
} as const;

@Resolver()
export class ExecutionSubscriptions {
  @Subscription(() => ExecutionEvent, {
    subscribe: ({ args, context }: Request) => subscribeToExecution(context, args),
    description:
      'Subscribe to the changes of one execution: first those that have already happened (after `after`, otherwise from the start), then each new one. Completes when the execution ends',
  })
  @Allow('flows:read')
  executionUpdated(
    @Root() event: object,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('executionId', () => ID) _executionId: string,
    @Arg('after', () => String, after) _after?: string | null,
  ): object {
    return event;
  }

  @Subscription(() => ExecutionEvent, {
    subscribe: ({ args, context }: Request<TopicArgs>) => subscribeToTopic(context, args),
    description: "Subscribe to the changes of a flow's executions, from now on or after `after`",
  })
  @Allow('flows:read')
  flowExecutionUpdated(
    @Root() event: object,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) _flowId: string,
    @Arg('after', () => String, after) _after?: string | null,
  ): object {
    return event;
  }

  @Subscription(() => ExecutionEvent, {
    subscribe: ({ args, context }: Request<TopicArgs>) => subscribeToTopic(context, args),
    description:
      "Subscribe to the changes of a workspace's executions, from now on or after `after`. With `steps: false`, several changes of an execution within a tenth of a second, or that the client has not read yet, arrive as one event with its newest state",
  })
  @Allow('flows:read')
  workspaceExecutionUpdated(
    @Root() event: object,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('after', () => String, after) _after?: string | null,
    @Arg('steps', () => Boolean, { defaultValue: true, description: 'Whether each change of a step is an event' })
    _steps?: boolean,
    @Arg('flowIds', () => [ID], { nullable: true, description: 'Only executions of these flows, 1 to 100' })
    _flowIds?: string[] | null,
    @Arg('statuses', () => [ExecutionStatusName], {
      nullable: true,
      description: 'Only events at which the execution has one of these statuses',
    })
    _statuses?: ExecutionStatusName[] | null,
  ): object {
    return event;
  }
}
