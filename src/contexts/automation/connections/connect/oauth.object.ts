import { IsInt, Max, Min } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { IfSent } from '../../../../platform/graphql/if-sent.js';
import { DateTime } from '../../../../platform/graphql/scalars.js';

@ObjectType('ConnectionStart', { simpleResolvers: true, description: 'How to go on connecting an account.' })
export class ConnectionStartObject {
  @Field(() => String, {
    nullable: true,
    description: 'The page of the service on which its owner consents; null if no one has to.',
  })
  authorizeUrl!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Until when the page can lead back, ten minutes from now; null without one.',
  })
  expiresAt!: Date | null;
}

@ObjectType('ConnectionLink', { simpleResolvers: true, description: 'A link by which an account is connected, once.' })
export class ConnectionLinkObject {
  @Field(() => String, { description: 'The page to open. It is shown once: the server stores its hash only.' })
  url!: string;

  @Field(() => DateTime, { description: 'Until when it can be used.' })
  expiresAt!: Date;
}

@InputType({ description: 'How long a link can be used.' })
export class CreateConnectionLinkInput {
  @Field(() => Int, { nullable: true, description: 'Hours, from 1 to 720. Defaults to 72.' })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(720)
  hours?: number;
}
