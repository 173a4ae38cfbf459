import { Field, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { HttpUrl, MaxLength } from '../../../platform/graphql/text-rules.js';

@InputType({ description: 'How to test a connection.' })
export class TestConnectionInput {
  @Field(() => String, {
    nullable: true,
    description:
      'An HTTP or HTTPS URL of one of its hosts that requires the credentials, at most 2000 characters. Defaults to the first host by its name.',
  })
  @IfSent()
  @HttpUrl()
  @MaxLength(2_000)
  url?: string;
}
