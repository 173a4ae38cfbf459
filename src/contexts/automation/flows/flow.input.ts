import { IsBoolean, IsInt, IsObject, IsOptional, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { Changes, IfSent } from '../../../platform/graphql/if-sent.js';
import type { FurtherViolations } from '../../../platform/graphql/input-rules.js';
import { FilterIdOrNone } from '../../../platform/graphql/list-rules.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { Uuid } from '../../../platform/graphql/text-rules.js';
import { FlowContentInput, folderMessage, UpdateFlowSettingsInput } from './content/flow-content.input.js';
import { FlowStatus, TriggerTypeName } from './content/flow-enums.js';
import { IsFlowName } from './content/flow-name.js';
import { flowFilter } from './flow.filter.js';
import { violationsOfChange, violationsOfNewFlow } from './validation/content-violations.js';

export const expectedVersionDescription =
  'The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`.';

@InputType({ description: 'The fields of a new flow.' })
export class CreateFlowInput extends FlowContentInput implements FurtherViolations {
  @Field(() => String, { description: 'The name of the flow, 1 to 200 characters.' })
  @IsFlowName()
  name!: string;

  furtherViolations(): ErrorDetail[] {
    return violationsOfNewFlow(this);
  }
}

@Changes()
@InputType({ description: 'The fields of a flow to change. Fields that are not sent stay as they are.' })
export class UpdateFlowInput extends FlowContentInput implements FurtherViolations {
  @Field(() => String, { nullable: true, description: 'The name of the flow, 1 to 200 characters.' })
  @IfSent()
  @IsFlowName()
  name?: string;

  @Field(() => UpdateFlowSettingsInput, { nullable: true, description: 'How the flow starts, and its limits.' })
  @IfSent()
  @IsObject()
  @ValidateNested()
  override settings?: UpdateFlowSettingsInput;

  @Field(() => Boolean, { nullable: true, description: 'True activates the flow, false pauses it.' })
  @IfSent()
  @IsBoolean()
  isActive?: boolean;

  @Field(() => Int, { nullable: true, description: expectedVersionDescription })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}

@InputType({ description: 'The name and folder of a flow that is created from another one or from a template.' })
export class CopyFlowInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The name of the new flow, 1 to 200 characters. Defaults to the original name; a duplicate gets the suffix ` (copy)`.',
  })
  @IfSent()
  @IsFlowName()
  name?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The folder of the new flow; null for none. Defaults to the folder of the original, if it has one.',
  })
  @IsOptional()
  @Uuid({ message: folderMessage })
  folderId?: string | null;
}

@InputType({ description: 'The condition under which a version is restored.' })
export class RestoreFlowVersionInput {
  @Field(() => Int, { nullable: true, description: expectedVersionDescription })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;
}

export const flowSort = defineSortKeys('FlowSortKey', 'flows', ['createdAt', 'updatedAt', 'name'], 'createdAt');

@FilterArgs(flowFilter)
@ArgsType()
export class FlowListArgs extends ListArgs {
  @SortBy(flowSort)
  override sortBy?: string | null;

  @Field(() => FlowStatus, { nullable: true, description: 'Only flows with this status.' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'The ID of a folder, or `none` for flows in no folder.' })
  @FilterIdOrNone('$property must be the ID of a folder, or none for flows in no folder.')
  folderId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only flows with this tag.' })
  tag?: string | null;

  @Field(() => TriggerTypeName, { nullable: true, description: 'Only flows that start in this way.' })
  triggerType?: string | null;

  @Field(() => String, { nullable: true, description: 'Text to find in name, description and tags.' })
  search?: string | null;
}
