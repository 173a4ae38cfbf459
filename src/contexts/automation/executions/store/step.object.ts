import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { EngineError, ItemError } from '../../../../engine/step.js';
import { Page } from '../../../../platform/graphql/page.js';
import { BigIntCount, DateTime, Json } from '../../../../platform/graphql/scalars.js';
import { LogLevelName, StepStatusName } from './execution-enums.js';
import { ExecutionError } from './execution-error.object.js';
import type { LogLine } from './execution-record.js';

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
  error?: EngineError | null;
}

@ObjectType({ simpleResolvers: true, description: 'An item that failed, of a node that runs once for each of a list' })
export class StepItemError {
  @Field(() => Int, { description: 'The index of the item, from 0' })
  index!: number;

  @Field(() => String, { description: 'A stable code, for example `STEP_TIMEOUT`; see the list of error codes' })
  code!: string;

  @Field(() => String, { description: 'The message, at most 300 characters. The step of the item has it whole' })
  message!: string;
}

/**
 * Table `execution_steps`: written by the execution store only, in one statement with its execution. It is no `Node`: an index
 * of the ID alone would be written with every step.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'One visit of a node in an execution, with its input, output and log',
})
export class Step {
  @Field(() => ID, { description: 'The ID, by which `Execution.step(id)` finds it' })
  id!: string;

  @Field(() => String)
  nodeId!: string;

  @Field(() => String, { description: 'Type of the node, for example `http.request`' })
  nodeType!: string;

  @Field(() => String, { description: 'The label of the node, or its ID if it has none' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Inside a loop, and for an item of a node with `each`, the index of the item, from 0; in nested loops one index for each, for example `0.2`',
  })
  iteration?: string | null;

  @Field(() => Int, {
    description: 'Number of the current attempt, from 1; 0 for a disabled node, which passed its input on',
  })
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
    description: 'The fields of the node, which depend on its type, with expressions resolved and secrets redacted',
  })
  input?: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'The output, any value, with secrets redacted; null while the step runs or waits',
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
  error?: EngineError | null;

  @Field(() => [StepItemError], {
    nullable: true,
    description: 'Of a node with `each` and `onItemError: "continue"`: the items that failed. Null if none did',
  })
  itemErrors?: ItemError[] | null;

  @Field(() => DateTime)
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true })
  finishedAt?: Date | null;

  @Field(() => BigIntCount, { nullable: true, description: 'Milliseconds from start to end; null before the end' })
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

  @Field(() => [StepAttempt], {
    description: 'The attempts of the step, in order; none if it was skipped or the node is disabled',
  })
  attempts!: StepAttempt[];
}

@ObjectType({ description: 'A page of steps.' })
export class StepPage extends Page(Step) {}
