import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { ExecutionEvent } from '../execution.object.js';
import { subscribeToExecution, subscribeToTopic } from '../log/subscribe-executions.js';

/** The arguments that type-graphql passes to `subscribe`. */
interface Request {
  args: Record<string, string | null | undefined>;
  context: GraphContext;
}

const after = {
  nullable: true,
  description: 'The cursor of an event that was received before. Events after it are delivered',
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
    subscribe: ({ args, context }: Request) => subscribeToTopic(context, args),
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
    subscribe: ({ args, context }: Request) => subscribeToTopic(context, args),
    description: "Subscribe to the changes of a workspace's executions, from now on or after `after`",
  })
  @Allow('flows:read')
  workspaceExecutionUpdated(
    @Root() event: object,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('after', () => String, after) _after?: string | null,
  ): object {
    return event;
  }
}
