import { IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import {
  type ControlBatch,
  type ControlThrottle,
  controlAtMost,
  type FlowControl,
  type Overlap,
  overlaps,
} from '../../../../engine/index.js';
import { IfSent } from '../../../../platform/graphql/if-sent.js';
import { Json } from '../../../../platform/graphql/scalars.js';
import { Length } from '../../../../platform/graphql/text-rules.js';
import { controlDescriptions } from './control-descriptions.js';
import { OverlapName } from './flow-enums.js';

@InputType({ description: controlDescriptions.throttle })
export class ControlThrottleInput implements ControlThrottle {
  @Field(() => Int, { description: controlDescriptions.throttleCount })
  @IsInt()
  @Min(1)
  @Max(controlAtMost.throttle.count)
  count!: number;

  @Field(() => Int, { description: controlDescriptions.throttleSeconds })
  @IsInt()
  @Min(1)
  @Max(controlAtMost.throttle.seconds)
  seconds!: number;
}

@InputType({ description: controlDescriptions.batch })
export class ControlBatchInput implements ControlBatch {
  @Field(() => Int, { description: controlDescriptions.batchMax })
  @IsInt()
  @Min(2)
  @Max(controlAtMost.batch.max)
  max!: number;

  @Field(() => Int, { description: controlDescriptions.batchSeconds })
  @IsInt()
  @Min(1)
  @Max(controlAtMost.batch.seconds)
  seconds!: number;
}

@InputType({ description: controlDescriptions.control })
export class FlowControlInput implements FlowControl {
  @Field(() => String, { nullable: true, description: controlDescriptions.key })
  @IfSent()
  @Length(1, controlAtMost.keyCharacters)
  key?: string;

  @Field(() => Int, { nullable: true, description: controlDescriptions.concurrency })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(controlAtMost.concurrency)
  concurrency?: number;

  @Field(() => OverlapName, { nullable: true, description: controlDescriptions.overlap })
  @IfSent()
  @IsIn(overlaps)
  overlap?: Overlap;

  @Field(() => Int, { nullable: true, description: controlDescriptions.debounceSeconds })
  @IfSent()
  @IsInt()
  @Min(1)
  @Max(controlAtMost.debounceSeconds)
  debounceSeconds?: number;

  @Field(() => ControlBatchInput, { nullable: true, description: controlDescriptions.batch })
  @IfSent()
  @IsObject()
  @ValidateNested()
  batch?: ControlBatchInput;

  @Field(() => ControlThrottleInput, { nullable: true, description: controlDescriptions.throttle })
  @IfSent()
  @IsObject()
  @ValidateNested()
  throttle?: ControlThrottleInput;

  @Field(() => Json, { nullable: true, description: controlDescriptions.priority })
  @IfSent()
  priority?: number | string;
}
