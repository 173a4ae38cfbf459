import { IsOptional, Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../../platform/graphql/enums.js';

import { DateTime } from '../../../../platform/graphql/scalars.js';
import { MaxLength } from '../../../../platform/graphql/text-rules.js';

export const ApprovalDecision = defineEnum('ApprovalDecision', 'The decision on a step that waits for approval', {
  approved: 'The step continues by its `approved` handle',
  rejected: 'The step continues by its `rejected` handle',
});
export type ApprovalDecision = keyof typeof ApprovalDecision;

@InputType({ description: 'A decision on a step that waits for approval.' })
export class DecideApprovalInput {
  @Field(() => ApprovalDecision, { description: 'Whether to approve or reject' })
  decision!: ApprovalDecision;

  @Field(() => String, { nullable: true, description: 'The reason for the decision, at most 2,000 characters' })
  @IsOptional()
  @MaxLength(2_000)
  comment?: string | null;
}

@InputType({ description: 'A decision by the link of an approver.' })
export class DecideApprovalByLinkInput extends DecideApprovalInput {
  @Field(() => String, {
    nullable: true,
    description: 'The code of six digits that the approver received by email, see `confirmation`',
  })
  @IsOptional()
  @Matches(/^[0-9]{6}$/, { message: 'code must be the six digits of the email, for example 012345.' })
  code?: string | null;
}

export const ApprovalConfirmation = defineEnum('ApprovalConfirmation', 'What a decision by link still needs', {
  sent: 'A code was mailed to the approver. Send the decision again with it',
});
export type ApprovalConfirmation = keyof typeof ApprovalConfirmation;

@ObjectType({
  simpleResolvers: true,
  description: 'What a step that waits for approval asks of the holder of its link',
})
export class ApprovalRequest {
  @Field(() => String, { description: 'The name of the flow whose execution waits' })
  flowName!: string;

  @Field(() => String, { nullable: true, description: 'The message of the step: what is to be approved' })
  message?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Email address of the approver for whom the link was created; null if the step names no approvers',
  })
  approver?: string | null;

  @Field(() => Boolean, {
    description:
      'Whether a decision is still accepted. False once the request was decided or has timed out, or the execution has ended',
  })
  open!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When the request times out; null if it has no timeout' })
  closesAt?: Date | null;

  @Field(() => ApprovalConfirmation, {
    nullable: true,
    description:
      '`sent` if the decision was not recorded yet: a code was mailed to the approver, and the decision must be sent again with it. Otherwise null',
  })
  confirmation?: ApprovalConfirmation | null;
}
