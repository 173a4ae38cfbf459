import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { EngineError } from '../../../../engine/step.js';
import { OmitNull } from '../../../../platform/graphql/omit-null.js';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { ExecutionStatusName } from './execution-enums.js';
import { ExecutionError } from './execution-error.object.js';

const skippedAbout =
  'True if the call started nothing: the control of the flow has `overlap: skip`, and the execution `executionId` was running. Null otherwise';

@OmitNull()
@ObjectType({ description: 'An accepted execution, which continues in the background' })
export class StartedExecution {
  @Field(() => ID)
  executionId!: string;

  @Field(() => Boolean, { nullable: true, description: skippedAbout })
  skipped?: boolean | null;

  /** Whether an earlier call with the same key has started it; the answer says so in a header. */
  isRepeat?: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'What a webhook defines of its HTTP response' })
export class WebhookHttpResponse {
  @Field(() => Int, { nullable: true, description: 'The status; null if only headers are added to the response' })
  status?: number | null;

  @Field(() => JsonObject, { description: 'The headers, by name in lower case' })
  headers!: Record<string, string>;

  @Field(() => String, { nullable: true, description: 'The body; null for none' })
  body?: string | null;

  @Field(() => ID, { nullable: true, description: 'The file that is the body. REST sends its bytes' })
  fileId?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'An accepted execution, with its result if the flow has responseMode `result`',
})
export class WebhookAnswer {
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the execution; null if the request started none: a verification request or a preflight',
  })
  executionId?: string;

  /** Like that of a started execution. */
  isRepeat?: boolean;

  @Field(() => Boolean, { nullable: true, description: skippedAbout })
  skipped?: boolean | null;

  @Field(() => ExecutionStatusName, {
    nullable: true,
    description: 'The status of the execution; null if the call did not wait for the end',
  })
  status?: string | null;

  @Field(() => Json, {
    nullable: true,
    description: 'The output of the execution, any value; null if the call did not wait for the end',
  })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: EngineError | null;

  @Field(() => WebhookHttpResponse, {
    nullable: true,
    description: 'The HTTP response as the flow defines it with `webhook.respond`; null for the usual one',
  })
  response?: WebhookHttpResponse | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result of an execution whose caller waited for it' })
export class ExecutionAnswer {
  @Field(() => ID)
  executionId!: string;

  @Field(() => ExecutionStatusName, {
    description: 'The status of the execution; running if it takes longer than the caller waits',
  })
  status!: string;

  @Field(() => Json, { nullable: true, description: 'The output of the execution, any value; null while it runs' })
  output?: unknown;

  @Field(() => ExecutionError, { nullable: true })
  error?: EngineError | null;
}
