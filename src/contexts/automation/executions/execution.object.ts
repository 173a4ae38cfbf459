import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RunError } from '../../../engine/step.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime, Json } from '../../../platform/graphql/scalars.js';
import type { LogLine } from './checkpoint/execution-record.js';
import { ExecutionPhase, ExecutionTriggerName, LogLevelName } from './execution-enums.js';
import type { ExecutionPosition } from './log/event-position.js';

export enum ExecutionStatusName {
  running = 'running',
  completed = 'completed',
  failed = 'failed',
  cancelled = 'cancelled',
}
registerEnumType(ExecutionStatusName, {
  name: 'ExecutionStatus',
  description: 'The status of an execution',
  valuesConfig: {
    running: { description: 'The execution is queued, in progress or waiting; see `phase`' },
    completed: { description: 'The execution ended without an error' },
    failed: { description: 'The execution ended with an error' },
    cancelled: { description: 'The execution was cancelled' },
  },
});

export enum StepStatusName {
  running = 'running',
  waiting = 'waiting',
  completed = 'completed',
  failed = 'failed',
  skipped = 'skipped',
  cancelled = 'cancelled',
}
registerEnumType(StepStatusName, {
  name: 'StepStatus',
  description: 'The status of a step',
  valuesConfig: {
    running: { description: 'The step is in progress' },
    waiting: { description: 'The step waits for a time, a signal, an event or its next attempt' },
    completed: { description: 'The step ended without an error' },
    failed: { description: 'The step ended with an error' },
    skipped: { description: 'No branch reached the node' },
    cancelled: { description: 'The step was stopped because the execution or its loop ended' },
  },
});

export enum StarterKind {
  user = 'user',
  apiKey = 'apiKey',
}
registerEnumType(StarterKind, {
  name: 'StarterKind',
  description: 'The kind of a caller who started an execution',
  valuesConfig: { user: { description: 'A user' }, apiKey: { description: 'An API key' } },
});

@ObjectType({ simpleResolvers: true, description: 'Why a step or an execution failed' })
export class ExecutionError {
  @Field(() => String, { description: 'A stable code, for example `STEP_TIMEOUT`; see the list of error codes' })
  code!: string;

  @Field(() => String)
  message!: string;

  @Field(() => String, { nullable: true })
  nodeId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A line of the log of a step' })
export class StepLog {
  @Field(() => DateTime, { description: 'When the line was written' })
  at!: string;

  @Field(() => LogLevelName, { description: 'The level of the line' })
  level!: string;

  @Field(() => String)
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'One attempt of a step' })
export class StepAttempt {
  @Field(() => Int, { description: 'Number of the attempt, from 1' })
  attempt!: number;

  @Field(() => StepStatusName, { description: 'How the attempt ended; that of the step for the current one' })
  status!: StepStatusName;

  @Field(() => DateTime)
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true })
  finishedAt?: Date | null;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;
}

/** Table `execution_steps`: written by the execution store only, in one statement with its execution. */
@ObjectType({
  simpleResolvers: true,
  description: 'One visit of a node in an execution, with its input, output and log',
})
export class Step {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  nodeId!: string;

  @Field(() => String, { description: 'Type of the node, for example `http.request`' })
  nodeType!: string;

  @Field(() => String, { description: 'The label of the node, or its ID if it has none' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Inside a loop, the index of the item, from 0; in nested loops one index for each, for example `0.2`',
  })
  iteration?: string | null;

  @Field(() => Int, { description: 'Number of the current attempt, from 1' })
  attempt!: number;

  @Field(() => Int, {
    description:
      'How often a server stopped or died while the step was in progress. It was then started again with the same idempotency key',
  })
  interruptions!: number;

  @Field(() => StepStatusName, { description: 'The status of the step' })
  status!: StepStatusName;

  @Field(() => Json, {
    nullable: true,
    description: 'The fields of the node, with expressions resolved and secrets redacted',
  })
  input?: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'The output, with secrets redacted; null while the step runs or waits',
  })
  output?: unknown;

  @Field(() => Boolean, {
    description:
      'Whether `output` is the beginning of a value over 1 MiB: `{truncated, bytes, preview}`. Later steps read the whole value',
  })
  truncated!: boolean;

  @Field(() => [StepLog], { description: 'The log of all attempts, at most 64 KiB' })
  logs!: LogLine[];

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;

  @Field(() => DateTime)
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true })
  finishedAt?: Date | null;

  @Field(() => Int, { nullable: true, description: 'Milliseconds from start to end; null before the end' })
  durationMs?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The handle by which the execution went on: `out`, `true`, `case:a`, `error`; null before the end, and if it ended here',
  })
  handle?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When a waiting step continues at the latest; null if it waits for a signal only, and if it does not wait',
  })
  resumeAt?: Date | null;

  @Field(() => [StepAttempt], { description: 'The attempts of the step, in order; none if it was skipped' })
  attempts!: StepAttempt[];
}

/** Table `executions`: written by the execution store only. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'One run of a flow' })
export class Execution {
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

  @Field(() => ExecutionTriggerName, {
    description: 'What started it',
  })
  trigger!: string;

  @Field(() => String, { nullable: true, description: 'ID of the node it started at; null for the trigger' })
  startNodeId?: string | null;

  @Field(() => Json, { nullable: true, description: 'The data it was started with, with secrets redacted' })
  triggerData?: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'The output of its end node; of several end nodes, an object by node ID',
  })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;

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

  @Field(() => Float, { nullable: true, description: 'Milliseconds from start to end; null before the end' })
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

@ObjectType()
export class ExecutionPage extends Page(Execution) {}

@ObjectType({ description: 'An accepted execution, which continues in the background' })
export class StartedExecution {
  @Field(() => ID)
  executionId!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'An accepted execution, with its result if the flow has responseMode `result`',
})
export class WebhookAnswer {
  @Field(() => ID)
  executionId!: string;

  @Field(() => ExecutionStatusName, {
    nullable: true,
    description: 'The status of the execution; null if the call did not wait for the end',
  })
  status?: string | null;

  @Field(() => Json, {
    nullable: true,
    description: 'The output of the execution; null if the call did not wait for the end',
  })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result of an execution whose caller waited for it' })
export class ExecutionAnswer {
  @Field(() => ID)
  executionId!: string;

  @Field(() => ExecutionStatusName, {
    description: 'The status of the execution; running if it takes longer than the caller waits',
  })
  status!: string;

  @Field(() => Json, { nullable: true, description: 'The output of the execution; null while it runs' })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: RunError | null;
}

@ObjectType({ simpleResolvers: true, description: 'One change of an execution, in order' })
export class ExecutionEvent {
  @Field(() => String, { description: 'Position of the event. Pass the last one as `after` to continue after it' })
  cursor!: string;

  @Field(() => Execution, { description: 'The execution as it was at the change' })
  execution!: Execution;

  @Field(() => Step, { nullable: true, description: 'The step that changed; null if only the execution did' })
  step?: Step | null;
}
