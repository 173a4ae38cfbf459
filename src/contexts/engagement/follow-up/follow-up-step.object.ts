import { IsIn, Max, Min, type ValidationArguments } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { Changes, IfSent } from '../../../platform/graphql/if-sent.js';
import { DateTime } from '../../../platform/graphql/scalars.js';
import { businessRule, MaxLength, Uuid, whenGiven } from '../../../platform/graphql/text-rules.js';

const stepTypes = ['TEXT', 'AI_GENERATED', 'PROMPT_TEMPLATE', 'WHATSAPP_TEMPLATE', 'FLOW'] as const;
export type StepType = (typeof stepTypes)[number];

const StepTypeName = defineEnum('FollowUpStepType', 'What a step of a follow-up sequence sends or does.', {
  TEXT: 'Sends its `message`.',
  AI_GENERATED: 'Sends a text that the assistant writes.',
  PROMPT_TEMPLATE: 'Sends a text that a language model writes from its `promptTemplate`.',
  WHATSAPP_TEMPLATE: 'Sends an approved WhatsApp template.',
  FLOW: 'Starts a flow.',
} satisfies Record<StepType, string>);

/** The field that each type of step requires. */
export const requiredField: Partial<Record<StepType, StepText>> = {
  TEXT: 'message',
  PROMPT_TEMPLATE: 'promptTemplate',
  WHATSAPP_TEMPLATE: 'templateId',
  FLOW: 'flowId',
};
export type StepText = 'message' | 'promptTemplate' | 'templateId' | 'flowId';

@ObjectType({
  simpleResolvers: true,
  description: 'A step of a follow-up sequence: a message to send, or a flow to run.',
})
export class FollowUpStep {
  @Field(() => ID)
  id!: string;

  @Field(() => Int, { description: 'The position in the sequence, starting at 1.' })
  stepNumber!: number;

  @Field(() => Int, {
    description: 'Minutes to wait after the previous step; for the first step, after the message that got no reply.',
  })
  delayMinutes!: number;

  @Field(() => StepTypeName, { description: 'What the step sends or does.' })
  stepType!: StepType;

  @Field(() => String, { nullable: true, description: 'The text that a TEXT step sends, with placeholders.' })
  message?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The prompt of a PROMPT_TEMPLATE step, or additional instructions of an AI_GENERATED step.',
  })
  promptTemplate?: string | null;

  @Field(() => ID, { nullable: true, description: 'The WhatsApp template that a WHATSAPP_TEMPLATE step sends.' })
  templateId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The flow that a FLOW step runs.' })
  flowId?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its sequence was last changed. Null in `steps` of a sequence, which has its own.',
  })
  updatedAt?: Date | null;
}

const mostText = 4_096;
/** Minutes are stored as an integer of 32 bits. */
const longestDelay = 2_147_483_647;

/** Refuses a step without the field that its type requires. */
function RequiredByType(field: StepText): PropertyDecorator {
  const isGiven = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  const isRequired = (step: Partial<FollowUpStepContentInput>) =>
    // Sent, but not one of the types, which is a violation of its own.
    !('stepType' in step && step.stepType === undefined) &&
    // An update may leave out what is already stored: `stepViolations` checks the whole step.
    !(step instanceof UpdateFollowUpStepInput) &&
    requiredField[step.stepType ?? 'TEXT'] === field;
  const [type] = Object.entries(requiredField).find(([, name]) => name === field) ?? [];
  const message = `$property is required for steps of type ${type}.`;
  const accepts = (value: unknown, args?: ValidationArguments) => isGiven(value) || !isRequired(args?.object ?? {});
  return businessRule('REQUIRED_WITH', accepts, message);
}

const delayDescription = 'Minutes to wait after the previous step, at least 1.';
const delayMessage = '$property must be a number of minutes of at least 1.';

@InputType()
export class FollowUpStepContentInput {
  @Field(() => StepTypeName, { nullable: true, description: 'What the step sends or does. Defaults to TEXT.' })
  @IfSent()
  @IsIn(stepTypes, { message: `$property must be one of: ${stepTypes.join(', ')}.` })
  stepType?: StepType;

  @Field(() => String, {
    nullable: true,
    description: `Required for TEXT, at most ${mostText} characters. Placeholders such as {{contact.name}} are filled in.`,
  })
  @RequiredByType('message')
  @MaxLength(mostText, whenGiven)
  message?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Required for PROMPT_TEMPLATE; additional instructions for AI_GENERATED. At most ${mostText} characters, with placeholders.`,
  })
  @RequiredByType('promptTemplate')
  @MaxLength(mostText, whenGiven)
  promptTemplate?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Required for WHATSAPP_TEMPLATE: a WhatsApp template in this workspace.',
  })
  @RequiredByType('templateId')
  @Uuid({ ...whenGiven, message: '$property must be the ID of a WhatsApp template in this workspace.' })
  templateId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Required for FLOW: a flow in this workspace.' })
  @RequiredByType('flowId')
  @Uuid({ ...whenGiven, message: '$property must be the ID of a flow in this workspace.' })
  flowId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The position in the sequence, starting at 1; the steps from there on move back. Defaults to the end.',
  })
  @IfSent()
  @Min(1)
  stepNumber?: number;
}

@InputType({ description: 'A step of a follow-up sequence.' })
export class FollowUpStepInput extends FollowUpStepContentInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The ID of an existing step to keep when you replace all steps. Generated by default.',
  })
  @IfSent()
  @Uuid()
  id?: string;

  @Field(() => Int, { description: delayDescription })
  @Min(1, { message: delayMessage })
  @Max(longestDelay, { message: delayMessage })
  delayMinutes!: number;
}

@Changes()
@InputType({ description: 'Changes only the fields that are sent.' })
export class UpdateFollowUpStepInput extends FollowUpStepContentInput {
  @Field(() => Int, { nullable: true, description: delayDescription })
  @IfSent()
  @Min(1, { message: delayMessage })
  @Max(longestDelay, { message: delayMessage })
  delayMinutes?: number;
}
