import { IsOptional, Max, Min } from 'class-validator';
import { Extensions, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { Length, NotBlank, OneLine } from '../../../platform/graphql/text-rules.js';

@ObjectType({ simpleResolvers: true, description: 'A stage of a pipeline.' })
export class PipelineStage {
  @Field(() => String, { name: 'key', simple: false, description: 'The name of the stage within its pipeline.' })
  id!: string;

  @Field(() => String, { description: 'The name of the stage.' })
  name!: string;

  @Field(() => Int, { description: 'The position of the stage; stages are sorted by it.' })
  order!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The probability that an opportunity in this stage is won, in percent.',
  })
  probability?: number | null;
}

@InputType({ description: 'A stage of a pipeline.' })
export class PipelineStageInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The ID of the stage, 1 to 100 characters. Defaults to a new ID; send the ID of an existing stage to keep it.',
  })
  @IfSent()
  @Length(1, 100)
  id?: string;

  @Extensions({ graphqlOnly: true })
  @Field(() => String, { nullable: true, description: 'The same as `id`, under its name in `PipelineStage`.' })
  @IfSent()
  @Length(1, 100)
  key?: string;

  @Field(() => String, { description: 'The name of the stage, 1 to 200 characters.' })
  @Length(1, 200)
  @NotBlank()
  @OneLine()
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The position of the stage, at least 0. Defaults to its index in the list.',
  })
  @IfSent()
  @Min(0)
  order?: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The probability that an opportunity in this stage is won, from 0 to 100 percent.',
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  probability?: number | null;
}
