import { IsObject, ValidateNested } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { Changes, IfSent } from '../../../platform/graphql/if-sent.js';
import type { FurtherViolations } from '../../../platform/graphql/input-rules.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { MaxLength, OneLine } from '../../../platform/graphql/text-rules.js';
import {
  FlowGraphInput,
  IsFlowName,
  UpdateFlowSettingsInput,
  violationsOfChange,
  violationsOfNewFlow,
} from '../flows/index.js';
import { templateFilter } from './flow-template.filter.js';

/** The fields that create and update share. */
@InputType()
export class FlowTemplateContentInput extends FlowGraphInput {
  @Field(() => String, { nullable: true, description: 'Free text to filter by, at most 100 characters.' })
  @IfSent()
  @MaxLength(100)
  @OneLine()
  category?: string;
}

@InputType({ description: 'The fields of a new template.' })
export class CreateFlowTemplateInput extends FlowTemplateContentInput implements FurtherViolations {
  @Field(() => String, { description: 'The name of the template, 1 to 200 characters.' })
  @IsFlowName()
  name!: string;

  furtherViolations(): ErrorDetail[] {
    return violationsOfNewFlow(this);
  }
}

@Changes()
@InputType({ description: 'The fields of a template to change. Fields that are not sent stay as they are.' })
export class UpdateFlowTemplateInput extends FlowTemplateContentInput implements FurtherViolations {
  @Field(() => String, { nullable: true, description: 'The name of the template, 1 to 200 characters.' })
  @IfSent()
  @IsFlowName()
  name?: string;

  @Field(() => UpdateFlowSettingsInput, { nullable: true, description: 'How the flow starts, and its limits.' })
  @IfSent()
  @IsObject()
  @ValidateNested()
  override settings?: UpdateFlowSettingsInput;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}

export const templateSort = defineSortKeys(
  'FlowTemplateSortKey',
  'templates',
  ['createdAt', 'updatedAt', 'name', 'category', 'usageCount'],
  'createdAt',
);

@FilterArgs(templateFilter)
@ArgsType()
export class FlowTemplateListArgs extends ListArgs {
  @SortBy(templateSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: 'Only templates of this category.' })
  category?: string | null;

  @Field(() => String, { nullable: true, description: 'Only templates with this tag.' })
  tag?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only built-in templates. False: only templates of the workspace.',
  })
  builtIn?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Text to find in name, description and tags.' })
  search?: string | null;
}
