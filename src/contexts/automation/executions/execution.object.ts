import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RunError } from '../../../engine/step.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime, Json } from '../../../platform/graphql/scalars.js';
import type { LogLine } from './checkpoint/execution-record.js';

export enum ExecutionStatusName {
  running = 'running',
  completed = 'completed',
  failed = 'failed',
  cancelled = 'cancelled',
}
registerEnumType(ExecutionStatusName, { name: 'ExecutionStatus' });

export enum StepStatusName {
  running = 'running',
  waiting = 'waiting',
  completed = 'completed',
  failed = 'failed',
  skipped = 'skipped',
  cancelled = 'cancelled',
}
registerEnumType(StepStatusName, { name: 'StepStatus' });

@ObjectType({ simpleResolvers: true, description: 'Why a step or a run failed' })
export class ExecutionError {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  message!: string;

  @Field(() => String, { nullable: true })
  nodeId?: string | null;
}

@ObjectType({ simpleResolvers: true })
export class StepLog {
  @Field(() => String)
  at!: string;

  @Field(() => String)
  level!: string;

  @Field(() => String)
  message!: string;
}

/** Table execution_steps: written by the run store only, in one statement with its run. */
@ObjectType({ simpleResolvers: true, description: 'One visit of a node: what went in, what came out, what was logged' })
export class Step {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  nodeId!: string;

  @Field(() => String)
  nodeType!: string;

  @Field(() => String, { description: "The node's label, else its id" })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Inside a loop: the index of the item, 0.2 in nested loops' })
  iteration?: string | null;

  @Field(() => Int, { description: 'Counts the first one' })
  attempt!: number;

  @Field(() => StepStatusName)
  status!: StepStatusName;

  @Field(() => Json, { nullable: true })
  input?: unknown;

  @Field(() => Json, { nullable: true })
  output?: unknown;

  @Field(() => Boolean, { description: 'The output or the logs were cut at their limit' })
  truncated!: boolean;

  @Field(() => [StepLog])
  logs!: LogLine[];

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;

  @Field(() => DateTime)
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true })
  finishedAt?: Date | null;

  @Field(() => Int, { nullable: true })
  durationMs?: number | null;
}

/** Table executions: written by the run store only. */
@ObjectType({ simpleResolvers: true, description: 'One run of a flow' })
export class Execution {
  workspaceId!: string;

  @Field(() => ID)
  id!: string;

  @Field(() => ID, { description: 'The same as id' })
  executionId!: string;

  @Field(() => ID)
  flowId!: string;

  @Field(() => String, { description: 'As it was at the start; stays when the flow is deleted' })
  flowName!: string;

  @Field(() => Int, { description: 'The version the run goes by, whatever is changed meanwhile' })
  flowVersion!: number;

  @Field(() => ExecutionStatusName)
  status!: ExecutionStatusName;

  @Field(() => String, { description: 'queued, active, waiting or done' })
  phase!: string;

  @Field(() => String)
  trigger!: string;

  @Field(() => String, { nullable: true })
  startNodeId?: string | null;

  @Field(() => Json, { nullable: true })
  triggerData?: unknown;

  @Field(() => Json, { nullable: true, description: 'Of the last completed end node; of several, a map by node id' })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;

  @Field(() => ID, { nullable: true })
  parentExecutionId?: string | null;

  @Field(() => ID, { nullable: true })
  retryOf?: string | null;

  @Field(() => DateTime)
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true })
  finishedAt?: Date | null;

  @Field(() => Float, { nullable: true })
  durationMs?: number | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType()
export class ExecutionPage extends Page(Execution) {}

@ObjectType({ description: 'An accepted run; it goes on in the background' })
export class StartedExecution {
  @Field(() => ID)
  executionId!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'An accepted run; with its result where the flow has responseMode result',
})
export class WebhookAnswer {
  @Field(() => ID)
  executionId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'completed, failed or cancelled; null where nobody waited for it',
  })
  status?: string | null;

  @Field(() => Json, { nullable: true })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;
}

@ObjectType({ simpleResolvers: true, description: 'What a run came to, where its caller waited for that' })
export class ExecutionAnswer {
  @Field(() => ID)
  executionId!: string;

  @Field(() => String, { description: 'completed, failed or cancelled; running where it goes on for longer' })
  status!: string;

  @Field(() => Json, { nullable: true })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;
}

@ObjectType({ simpleResolvers: true, description: 'One change of a run, in order' })
export class ExecutionEvent {
  @Field(() => String, { description: 'Hand the last one back as `after` to go on behind it' })
  cursor!: string;

  @Field(() => Execution)
  execution!: Execution;

  @Field(() => Step, { nullable: true, description: 'The step that changed; absent where only the run did' })
  step?: Step | null;
}
