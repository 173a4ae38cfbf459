import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { ExecutionEvent } from '../execution.object.js';
import { subscribeToExecution, subscribeToTopic } from '../log/subscribe-executions.js';

/** What type-graphql hands to `subscribe`. */
interface Request {
  args: Record<string, string | null | undefined>;
  context: GraphContext;
}

const after = { nullable: true, description: 'The cursor of an event received before: go on behind it' } as const;

@Resolver()
export class ExecutionSubscriptions {
  @Subscription(() => ExecutionEvent, {
    subscribe: ({ args, context }: Request) => subscribeToExecution(context, args),
    description: 'What already happened (from `after`, else from the start), then every change; completes with the run',
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
    description: "Every change of a flow's executions from now on, or behind `after`",
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
    description: "Every change of a workspace's executions from now on, or behind `after`",
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
