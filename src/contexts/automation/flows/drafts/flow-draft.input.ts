import { IsInt, IsOptional, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import { Changes, IfSent } from '../../../../platform/graphql/if-sent.js';
import type { FurtherViolations } from '../../../../platform/graphql/input-rules.js';
import { MaxLength, Uuid } from '../../../../platform/graphql/text-rules.js';
import { FlowDefinitionInput } from '../content/flow-content.input.js';
import { expectedVersionDescription } from '../flow.input.js';
import { violationsOfChange } from '../validation/content-violations.js';

const revisionDescription =
  'The `revision` of the draft that you read. If the draft has another one, the request fails with `CONFLICT`.';

@InputType({
  description:
    'The content of a draft. Fields that are not sent stay as they are in the draft or, without one, in the flow.',
})
@Changes()
export class FlowDraftInput extends FlowDefinitionInput implements FurtherViolations {
  @Field(() => Int, {
    nullable: true,
    description:
      'The version of the flow that the draft is based on. Defaults to that of the existing draft or, without one, the current version.',
  })
  @IfSent()
  @IsInt()
  @Min(1)
  baseVersion?: number;

  @Field(() => String, {
    nullable: true,
    description: `${revisionDescription} Without it, only a draft that you saved yourself is replaced.`,
  })
  @IfSent()
  @Uuid({ message: 'revision must be the revision of a draft.' })
  revision?: string;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}

@InputType({ description: 'How a draft is published.' })
export class PublishFlowInput {
  @Field(() => Int, {
    nullable: true,
    description: `${expectedVersionDescription} Without it, the flow must be at the version that the draft is based on.`,
  })
  @IfSent()
  @IsInt()
  @Min(1)
  expectedVersion?: number;

  @Field(() => String, {
    nullable: true,
    description: 'What the new version changes, at most 500 characters.',
  })
  @IsOptional()
  @MaxLength(500)
  message?: string | null;

  @Field(() => String, { nullable: true, description: revisionDescription })
  @IfSent()
  @Uuid({ message: 'revision must be the revision of a draft.' })
  revision?: string;
}
