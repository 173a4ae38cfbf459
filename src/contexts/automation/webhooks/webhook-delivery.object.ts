import { Field, Int, ObjectType } from 'type-graphql';
import { BigIntCount, DateTime, JsonObject } from '../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'One attempt to deliver an event.' })
export class WebhookAttempt {
  @Field(() => DateTime)
  startedAt!: string;

  @Field(() => BigIntCount, { description: 'Milliseconds until the response or the error.' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the response; null without one.' })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the attempt failed; null if it succeeded.' })
  error!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The last request of a delivery; its body is that of the delivery.' })
export class WebhookRequest {
  @Field(() => String)
  url!: string;

  @Field(() => JsonObject, { description: 'The headers by lower-case name.' })
  headers!: Record<string, unknown>;
}

@ObjectType({ description: 'The last response to a delivery.' })
export class WebhookResponse {
  @Field(() => Int)
  status!: number;

  @Field(() => JsonObject, { description: 'Some of the headers, by lower-case name.' })
  headers!: Record<string, unknown>;

  @Field(() => String, { description: 'The first 2,048 characters. Secrets of the webhook are redacted.' })
  body!: string;

  /** Absent in what earlier versions stored. */
  truncated?: boolean;
}
