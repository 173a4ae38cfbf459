import { Field, Int, ObjectType } from 'type-graphql';
import type { ControlBatch, ControlThrottle, FlowControl, Overlap } from '../../../../engine/index.js';
import { OmitNull } from '../../../../platform/graphql/omit-null.js';
import { Json } from '../../../../platform/graphql/scalars.js';
import { controlDescriptions } from './control-descriptions.js';
import { OverlapName } from './flow-enums.js';

@ObjectType('ControlThrottle', { simpleResolvers: true, description: controlDescriptions.throttle })
export class ControlThrottleObject implements ControlThrottle {
  @Field(() => Int, { description: controlDescriptions.throttleCount })
  count!: number;

  @Field(() => Int, { description: controlDescriptions.throttleSeconds })
  seconds!: number;
}

@ObjectType('ControlBatch', { simpleResolvers: true, description: controlDescriptions.batch })
export class ControlBatchObject implements ControlBatch {
  @Field(() => Int, { description: controlDescriptions.batchMax })
  max!: number;

  @Field(() => Int, { description: controlDescriptions.batchSeconds })
  seconds!: number;
}

@OmitNull()
@ObjectType('FlowControl', { simpleResolvers: true, description: controlDescriptions.control })
export class FlowControlObject implements FlowControl {
  @Field(() => String, { nullable: true, description: controlDescriptions.key })
  key?: string;

  @Field(() => Int, { nullable: true, description: controlDescriptions.concurrency })
  concurrency?: number;

  @Field(() => OverlapName, { nullable: true, description: controlDescriptions.overlap })
  overlap?: Overlap;

  @Field(() => Int, { nullable: true, description: controlDescriptions.debounceSeconds })
  debounceSeconds?: number;

  @Field(() => ControlBatchObject, { nullable: true, description: controlDescriptions.batch })
  batch?: ControlBatchObject;

  @Field(() => ControlThrottleObject, { nullable: true, description: controlDescriptions.throttle })
  throttle?: ControlThrottleObject;

  @Field(() => Json, { nullable: true, description: controlDescriptions.priority })
  priority?: number | string;
}
