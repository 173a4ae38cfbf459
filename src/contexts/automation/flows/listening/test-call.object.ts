import { Field, ObjectType } from 'type-graphql';
import { DateTime, Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { TriggerTypeName } from '../content/flow-enums.js';
import type { ListeningType } from './test-call.entity.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'The test call that a webhook or form of a flow waits for, and the last one that came. What came is the sample of its node.',
})
export class TestCall {
  @Field(() => String, { description: 'The node of the trigger.' })
  nodeId!: string;

  @Field(() => TriggerTypeName, { description: '`webhook` or `form`.' })
  type!: ListeningType;

  @Field(() => String, {
    nullable: true,
    description:
      'The address of the call, or of the page of the form. Null once it was called, expired or was stopped, and for callers without `flows:write`.',
  })
  url?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the address expires, or did. Null once it was called or stopped.',
  })
  expiresAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the last call came; null if none has.' })
  receivedAt?: Date | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'The trigger data of that call, any JSON value, because callers send what they want. Null if none has come.',
  })
  triggerData?: unknown;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'The HTTP request of that call, as expressions read it in `request`, its credentials redacted; JSON, because its headers and its query have any names. Null for forms, and if none has come.',
  })
  request?: Record<string, unknown> | null;
}
