import { Field, InputType } from 'type-graphql';
import { defineEnum } from './enums.js';
import { JsonObject } from './scalars.js';

export const WebhookMethod = defineEnum('WebhookMethod', 'The HTTP method of a webhook call', {
  GET: 'Reads',
  HEAD: 'Reads the headers of a response only',
  POST: 'Sends something',
  PUT: 'Replaces something',
  PATCH: 'Changes something',
  DELETE: 'Deletes something',
  OPTIONS: 'Asks what is allowed, for example before a request of a browser',
});
export type WebhookMethod = keyof typeof WebhookMethod;

@InputType({
  description: 'A webhook call as it was received over HTTP. Its signature is checked against the exact body',
})
export class WebhookRequestInput {
  @Field(() => WebhookMethod, { nullable: true, description: 'The method of the request. Defaults to POST' })
  method?: WebhookMethod | null;

  @Field(() => String, {
    nullable: true,
    description: 'What follows `/flows/run/` in the path of the request. Defaults to nothing',
  })
  path?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The query string of the URL, without `?`. Defaults to the token alone',
  })
  query?: string | null;

  @Field(() => JsonObject, {
    description: 'Headers of the request: `Content-Type`, and the signature if the flow requires one',
  })
  headers!: Record<string, unknown>;

  @Field(() => String, { nullable: true, description: 'The body as it was received' })
  body?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `body` is encoded in base64. Defaults to false' })
  base64?: boolean | null;
}
