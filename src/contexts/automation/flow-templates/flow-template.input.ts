import { Length, Matches, MaxLength } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import type { ErrorDetail } from '../../../platform/errors.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import type { FurtherViolations } from '../../../platform/graphql/input-rules.js';
import { ListArgs } from '../../../platform/graphql/page.js';
import { FlowGraphInput, violationsOfChange, violationsOfNewFlow } from '../flows/index.js';

const notBlank = { message: '$property must not be blank.' };

@InputType()
export class FlowTemplateContentInput extends FlowGraphInput {
  @Field(() => String, { nullable: true, description: 'Free text, to filter by' })
  @IfSent()
  @MaxLength(100)
  category?: string;
}

@InputType()
export class CreateFlowTemplateInput extends FlowTemplateContentInput implements FurtherViolations {
  @Field(() => String)
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name!: string;

  furtherViolations(): ErrorDetail[] {
    return violationsOfNewFlow(this);
  }
}

@InputType({ description: 'Only what is sent changes' })
export class UpdateFlowTemplateInput extends FlowTemplateContentInput implements FurtherViolations {
  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(1, 200)
  @Matches(/\S/, notBlank)
  name?: string;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}

@ArgsType()
export class FlowTemplateListArgs extends ListArgs {
  @Field(() => String, { nullable: true })
  category?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only the built-in ones; false: only your own' })
  builtIn?: boolean | null;

  @Field(() => String, { nullable: true, description: 'In name, description and tags' })
  search?: string | null;
}
