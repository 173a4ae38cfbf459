import { Field, ID, ObjectType } from 'type-graphql';
import type { RunError } from '../../../engine/step.js';
import { Json } from '../../../platform/graphql/scalars.js';
import { ExecutionStatusName } from './execution-enums.js';
import { ExecutionError } from './execution-error.object.js';

@ObjectType({ description: 'An accepted execution, which continues in the background' })
export class StartedExecution {
  @Field(() => ID)
  executionId!: string;

  /** Whether an earlier call with the same key has started it; the answer says so in a header. */
  isRepeat?: boolean;
}

@ObjectType({
  simpleResolvers: true,
  description: 'An accepted execution, with its result if the flow has responseMode `result`',
})
export class WebhookAnswer {
  @Field(() => ID)
  executionId!: string;

  /** Like that of a started execution. */
  isRepeat?: boolean;

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
