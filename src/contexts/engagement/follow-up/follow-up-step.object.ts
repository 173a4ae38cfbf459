import { IsIn, IsUUID, Matches, Max, Min, ValidateIf } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';

const stepTypes = ['TEXT', 'AI_GENERATED', 'PROMPT_TEMPLATE', 'WHATSAPP_TEMPLATE', 'FLOW'] as const;
export type StepType = (typeof stepTypes)[number];

/** The field that a step of a type cannot do without. */
export const neededField: Partial<Record<StepType, StepText>> = {
  TEXT: 'message',
  PROMPT_TEMPLATE: 'promptTemplate',
  WHATSAPP_TEMPLATE: 'templateId',
  FLOW: 'flowId',
};
export type StepText = 'message' | 'promptTemplate' | 'templateId' | 'flowId';

@ObjectType({ simpleResolvers: true, description: 'One message of a follow-up sequence, or a flow that it runs' })
export class FollowUpStep {
  @Field(() => ID)
  id!: string;

  @Field(() => Int, { description: 'The place in the sequence, from 1' })
  stepNumber!: number;

  @Field(() => Int, {
    description: 'Minutes after the step before; of the first one, after the message without a reply',
  })
  delayMinutes!: number;

  @Field(() => String, { description: `One of ${stepTypes.join(', ')}` })
  stepType!: StepType;

  @Field(() => String, { nullable: true })
  message?: string | null;

  @Field(() => String, { nullable: true })
  promptTemplate?: string | null;

  @Field(() => ID, { nullable: true })
  templateId?: string | null;

  @Field(() => ID, { nullable: true })
  flowId?: string | null;
}

/** The most minutes that a step waits: a year. */
const longestDelay = 366 * 24 * 60;
const mostText = 4_096;
/** Not blank, and not too long. */
const fullText = /^(?=.*\S).{1,4096}$/s;

/** Checked where it was sent, and where the step's type cannot do without it. */
function Needed(field: StepText): PropertyDecorator {
  return ValidateIf((step: Partial<FollowUpStepInput>, value: unknown) => {
    const isSent = value !== undefined && value !== null;
    // What a change leaves out may be there already: that is asked of the whole step.
    return isSent || (!(step instanceof UpdateFollowUpStepInput) && neededField[step.stepType ?? 'TEXT'] === field);
  });
}

const delayMessage = `$property is a number of minutes from 1 to ${longestDelay}.`;

@InputType()
export class FollowUpStepContentInput {
  @Field(() => String, { nullable: true, description: `One of ${stepTypes.join(', ')}; TEXT when left out` })
  @IfSent()
  @IsIn(stepTypes, { message: `$property is one of: ${stepTypes.join(', ')}.` })
  stepType?: StepType;

  @Field(() => String, {
    nullable: true,
    description: 'Needed for TEXT. {{contact.name}} and the like are filled in',
  })
  @Needed('message')
  @Matches(fullText, { message: `$property has 1 to ${mostText} characters; a step of the type TEXT needs it.` })
  message?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Needed for PROMPT_TEMPLATE; more guidance for AI_GENERATED. Filled in like the message',
  })
  @Needed('promptTemplate')
  @Matches(fullText, {
    message: `$property has 1 to ${mostText} characters; a step of the type PROMPT_TEMPLATE needs it.`,
  })
  promptTemplate?: string | null;

  @Field(() => ID, { nullable: true, description: 'Needed for WHATSAPP_TEMPLATE: one of the workspace' })
  @Needed('templateId')
  @IsUUID('all', {
    message: '$property is the id of a WhatsApp template; a step of the type WHATSAPP_TEMPLATE needs it.',
  })
  templateId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Needed for FLOW: one of the workspace' })
  @Needed('flowId')
  @IsUUID('all', { message: '$property is the id of a flow; a step of the type FLOW needs it.' })
  flowId?: string | null;

  @Field(() => Int, { nullable: true, description: 'The place in the sequence; others make room. Last when left out' })
  @IfSent()
  @Min(1)
  stepNumber?: number;
}

@InputType()
export class FollowUpStepInput extends FollowUpStepContentInput {
  @Field(() => ID, { nullable: true, description: 'Of a step that is kept when all are replaced; else made up' })
  @IfSent()
  @IsUUID('all')
  id?: string;

  @Field(() => Int)
  @Min(1, { message: delayMessage })
  @Max(longestDelay, { message: delayMessage })
  delayMinutes!: number;
}

@InputType({ description: 'Only what is sent changes' })
export class UpdateFollowUpStepInput extends FollowUpStepContentInput {
  @Field(() => Int, { nullable: true })
  @IfSent()
  @Min(1, { message: delayMessage })
  @Max(longestDelay, { message: delayMessage })
  delayMinutes?: number;
}
