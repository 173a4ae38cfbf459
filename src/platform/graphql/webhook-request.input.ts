import { Field, InputType } from 'type-graphql';
import { JsonObject } from './scalars.js';

@InputType({
  description: 'A webhook call as it was received over HTTP. Its signature is checked against the exact body',
})
export class WebhookRequestInput {
  @Field(() => JsonObject, {
    description: 'Headers of the request: `Content-Type`, and the signature if the flow requires one',
  })
  headers!: Record<string, unknown>;

  @Field(() => String, { nullable: true, description: 'The body as it was received' })
  body?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `body` is encoded in base64. Defaults to false' })
  base64?: boolean | null;
}
