import { Field, ObjectType } from 'type-graphql';
import { JsonObject } from '../../../../platform/graphql/scalars.js';
import { WebhookMethod } from '../../../../platform/graphql/webhook-request.input.js';
import type { KeptRequest } from './keep-request.js';

@ObjectType({ simpleResolvers: true, description: 'The HTTP request that started an execution by webhook' })
export class ExecutionRequest implements KeptRequest {
  @Field(() => WebhookMethod, { description: 'The method of the request' })
  method!: string;

  @Field(() => String, { description: 'What follows `/flows/run/` in the path of the request; may be empty' })
  path!: string;

  @Field(() => JsonObject, { description: 'The headers by lower-case name; JSON, because the sender chooses them' })
  headers!: Record<string, string>;

  @Field(() => JsonObject, {
    description: 'The query parameters; repeated ones are lists. JSON, because the sender chooses them',
  })
  query!: Record<string, string | string[]>;

  @Field(() => String, {
    nullable: true,
    description:
      'The body as it was sent; in base64 if it is not text in UTF-8. Null for a long one that the trigger data has already',
  })
  rawBody!: string | null;

  @Field(() => String, { nullable: true, description: 'The `Content-Type` of the request' })
  contentType!: string | null;
}
