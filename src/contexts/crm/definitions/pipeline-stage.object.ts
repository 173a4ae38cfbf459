import { IsOptional, Length, Matches, Max, Min } from 'class-validator';
import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';

@ObjectType({ simpleResolvers: true, description: 'A step on the way of an opportunity' })
export class PipelineStage {
  @Field(() => String, { description: 'Names the stage within its pipeline' })
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Int, { description: 'Stages are listed by it' })
  order!: number;

  @Field(() => Float, { nullable: true, description: 'That an opportunity here is won, 0 to 100' })
  probability?: number | null;
}

@InputType()
export class PipelineStageInput {
  @Field(() => String, { nullable: true, description: 'Made up when left out; send it again to keep a stage' })
  @IfSent()
  @Length(1, 100)
  id?: string;

  @Field(() => String)
  @Length(1, 200)
  @Matches(/\S/, { message: '$property must not be blank.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'The place in the list when left out' })
  @IfSent()
  @Min(0)
  order?: number;

  @Field(() => Float, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(100)
  probability?: number | null;
}
