import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { EngineError } from '../../../../engine/step.js';
import { Node } from '../../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../../platform/graphql/page.js';
import { BigIntCount, DateTime, Json } from '../../../../platform/graphql/scalars.js';
import type { ExecutionPosition } from './event-position.js';
import {
  ExecutionPhase,
  ExecutionStatusName,
  ExecutionTriggerName,
  QueuedFor,
  StarterKind,
} from './execution-enums.js';
import { ExecutionError } from './execution-error.object.js';
import { ExecutionRequest } from './execution-request.object.js';
import type { KeptRequest } from './keep-request.js';
import { Step } from './step.object.js';

/** Table `executions`: written by the execution store only. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'One run of a flow' })
export class Execution {
  @Field(() => ID)
  workspaceId!: string;

  /** Up to where in its log it was read. */
  cursor?: ExecutionPosition;

  @Field(() => ID)
  id!: string;

  @Field(() => ID, { description: 'The same as `id`' })
  executionId!: string;

  @Field(() => ID)
  flowId!: string;

  @Field(() => String, { description: 'The name that the flow had at the start, kept if the flow is deleted' })
  flowName!: string;

  @Field(() => Int, {
    description: 'The version of the flow that the execution runs, even if the flow is changed meanwhile',
  })
  flowVersion!: number;

  @Field(() => ExecutionStatusName)
  status!: ExecutionStatusName;

  @Field(() => ExecutionPhase, { description: 'What the execution does' })
  phase!: string;

  @Field(() => QueuedFor, {
    nullable: true,
    description: 'What a queued execution waits for. Null in other phases, and in the events of a subscription',
  })
  queuedFor?: string | null;

  @Field(() => ExecutionTriggerName, {
    description: 'What started it',
  })
  trigger!: string;

  @Field(() => String, { nullable: true, description: 'ID of the node it started at; null for the trigger' })
  startNodeId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The trigger of the flow by which it started; null if it started at another node, and if another execution called it.',
  })
  triggerNodeId?: string | null;

  @Field(() => Json, { nullable: true, description: 'The data it was started with, any value, with secrets redacted' })
  triggerData?: unknown;

  @Field(() => ExecutionRequest, {
    nullable: true,
    description:
      'The HTTP request that started it by webhook. Headers that look like secrets are redacted, the token of the webhook is left out',
  })
  request?: KeptRequest | null;

  @Field(() => Json, {
    nullable: true,
    description: 'The output of its end node, any value; of several end nodes, an object by node ID',
  })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: EngineError | null;

  @Field(() => ID, { nullable: true, description: 'ID of the execution that started this one' })
  parentExecutionId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the user or API key that it runs as: who started it, or, if a trigger did, the `runAs` of the flow. Null for executions from before it was recorded',
  })
  runAs?: string | null;

  @Field(() => ID, { nullable: true, description: 'ID of the execution that this one retries' })
  retryOf?: string | null;

  @Field(() => DateTime)
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true })
  finishedAt?: Date | null;

  @Field(() => BigIntCount, { nullable: true, description: 'Milliseconds from start to end; null before the end' })
  durationMs?: number | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'Who started an execution' })
export class ExecutionStarter {
  @Field(() => StarterKind, { description: 'Whether a user or an API key started it' })
  kind!: StarterKind;

  @Field(() => ID, { name: 'starterId', simple: false, description: 'The ID of the user or API key' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The name of the user or API key; null if it was deleted' })
  name?: string | null;
}

@ObjectType({ description: 'A page of executions.' })
export class ExecutionPage extends Page(Execution) {}

@ObjectType({ simpleResolvers: true, description: 'One change of an execution, in order' })
export class ExecutionEvent {
  @Field(() => ID, {
    description:
      'Identity of the event: its execution and its number in it. The same whenever and however it is delivered, unlike its cursor',
  })
  id!: string;

  @Field(() => String, { description: 'Position of the event. Pass the last one as `after` to continue after it' })
  cursor!: string;

  @Field(() => Execution, { description: 'The execution as it was at the change' })
  execution!: Execution;

  @Field(() => Step, { nullable: true, description: 'The step that changed; null if only the execution did' })
  step?: Step | null;
}
