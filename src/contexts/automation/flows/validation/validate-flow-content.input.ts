import { IsOptional } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import { must } from '../../../../platform/errors/violation-words.js';
import type { FurtherViolations } from '../../../../platform/graphql/input-rules.js';
import { Uuid } from '../../../../platform/graphql/text-rules.js';
import { FlowDefinitionInput } from '../content/flow-content.input.js';
import { violationsOfChange } from './content-violations.js';

@InputType({ description: 'Content to validate. With `flowId`, fields that are not sent are those of the flow.' })
export class ValidateFlowContentInput extends FlowDefinitionInput implements FurtherViolations {
  @Field(() => ID, { nullable: true, description: 'The flow that the content belongs to; null for a new one.' })
  @IsOptional()
  @Uuid({ message: `$property ${must.name('a flow')}` })
  flowId?: string | null;

  furtherViolations(): ErrorDetail[] {
    return violationsOfChange(this);
  }
}
