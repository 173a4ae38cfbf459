import { IsOptional, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { Length } from '../../../../platform/graphql/text-rules.js';

/** Minutes for which a trigger waits for its test call. */
export const minutesOfListening = { byDefault: 15, most: 60 };

@InputType({ description: 'Which trigger waits for a test call.' })
export class ListenForTestCallInput {
  @Field(() => String, { description: 'The node of the trigger, a webhook or form in the draft or in the flow.' })
  @Length(1, 200)
  nodeId!: string;

  @Field(() => Int, {
    nullable: true,
    description: `Minutes after which the address expires. Defaults to ${minutesOfListening.byDefault}, at most ${minutesOfListening.most}.`,
  })
  @IsOptional()
  @Min(1)
  @Max(minutesOfListening.most)
  minutes?: number | null;
}
