import { IsBoolean, IsInt, Length, Matches, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { triggerTypes } from '../../../engine/node-shape.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import type { FurtherViolations } from '../../../platform/graphql/input-rules.js';
import { ListArgs } from '../../../platform/graphql/page.js';
import { FlowContentInput } from './content/flow-content.input.js';
import { violationsOfChange, violationsOfNewFlow } from './validation/content-violations.js';

const notBlank = { message: '$property must not be blank.' };

@InputType()
export class CreateFlowInput extends FlowContentInput implements FurtherViolations {
  @Field(() => String)
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name!: string;

  furtherViolations(): ErrorDetail[] {
    return violationsOfNewFlow(this);
  }
}

@InputType({ description: 'Only what is sent changes' })
export class UpdateFlowInput extends FlowContentInput implements FurtherViolations {
  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name?: string;

  @Field(() => Boolean, { nullable: true, description: 'Activates or pauses the flow' })
  @IfSent()
  @IsBoolean()
  isActive?: boolean;

  @Field(() => Int, { nullable: true, description: 'The version that was loaded; another one refuses the change' })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}

@InputType({ description: 'How a copy is called and where it goes' })
export class CopyFlowInput {
  @Field(() => String, { nullable: true, description: "The original's name when left out" })
  @IfSent()
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name?: string;

  @Field(() => ID, { nullable: true, description: "null: in no folder; left out: the original's, where it has one" })
  folderId?: string | null;
}

@InputType()
export class RestoreFlowVersionInput {
  @Field(() => Int, { nullable: true, description: 'The version that was loaded; another one refuses the change' })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;
}

@ArgsType()
export class FlowListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'active or paused' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: "A folder's id, or none for flows in no folder" })
  folderId?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => String, { nullable: true, description: triggerTypes.join(', ') })
  triggerType?: string | null;

  @Field(() => String, { nullable: true, description: 'In name, description and tags' })
  search?: string | null;
}
