import { Field, ObjectType } from 'type-graphql';
import type { TriggerType } from '../../../../engine/node-shape.js';
import { DateTime } from '../../../../platform/graphql/scalars.js';
import { TriggerTypeName } from '../content/flow-enums.js';

@ObjectType('FlowTrigger', { simpleResolvers: true, description: 'What starts a flow: a trigger of its graph.' })
export class FlowTriggerObject {
  @Field(() => String, { description: 'The node of the trigger.' })
  nodeId!: string;

  @Field(() => TriggerTypeName, { description: 'How it starts the flow.' })
  type!: TriggerType;

  @Field(() => Boolean, {
    description: 'Whether it can start the flow: the flow is active and the node is not disabled.',
  })
  isActive!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'The token of a webhook. Null for other triggers, and for callers who do not see the token of the flow.',
  })
  webhookToken?: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of a webhook. Null if `webhookToken` is null.' })
  webhookUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The address of the page of a form. Null for other triggers, and for callers who do not see the token of the flow.',
  })
  formUrl?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When a schedule starts the flow next, or a trigger that polls asks its source. Null for other triggers, while it is not active, and for never.',
  })
  nextAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When a trigger that polls has asked its source last.' })
  polledAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The code of the error of its last poll, as steps have it; `SOURCE_INVALID` for an answer that was not understood. Null if the poll did not fail.',
  })
  failureCode?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What happened at its last poll, and what to do. Null if it did not fail.',
  })
  failureMessage?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when each poll has failed.' })
  failingSince?: Date | null;
}
