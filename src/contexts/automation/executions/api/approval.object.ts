import { IsOptional, MaxLength } from 'class-validator';
import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';

import { DateTime } from '../../../../platform/graphql/scalars.js';

export enum ApprovalDecision {
  approved = 'approved',
  rejected = 'rejected',
}
registerEnumType(ApprovalDecision, { name: 'ApprovalDecision' });

@InputType()
export class DecideApprovalInput {
  @Field(() => ApprovalDecision)
  decision!: ApprovalDecision;

  @Field(() => String, { nullable: true, description: 'Why; at most 2,000 characters' })
  @IsOptional()
  @MaxLength(2_000)
  comment?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'What somebody with a link is asked' })
export class ApprovalRequest {
  @Field(() => String)
  flowName!: string;

  @Field(() => String, { nullable: true, description: 'What is to be approved' })
  message?: string | null;

  @Field(() => String, { nullable: true, description: 'Whom the link was made for' })
  approver?: string | null;

  @Field(() => Boolean, { description: 'False once it was decided, timed out, or its run ended' })
  open!: boolean;

  @Field(() => DateTime, { nullable: true })
  closesAt?: Date | null;
}
