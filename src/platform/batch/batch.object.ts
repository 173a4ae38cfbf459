import { ArrayMaxSize, ArrayMinSize, IsIn } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ErrorDetail } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { defineEnum } from '../graphql/enums.js';
import { OmitNull } from '../graphql/omit-null.js';
import { JsonObject } from '../graphql/scalars.js';

/** What an operation of a batch does. */
export const BatchAction = defineEnum('BatchAction', 'What an operation of a batch does.', {
  create: 'Creates a record from `data`.',
  update: 'Changes the fields in `data` of the record `id`.',
  delete: 'Deletes the record `id`.',
});
export type BatchAction = keyof typeof BatchAction;

/** Operations of one batch. */
export const operationsAtMost = 100;

@InputType({ description: 'One operation of a batch.' })
export class BatchOperationInput {
  @Field(() => BatchAction, { description: 'What the operation does.' })
  @IsIn(Object.values(BatchAction), { message: `$property ${must.beOneOf(Object.values(BatchAction))}` })
  action!: BatchAction;

  @Field(() => ID, { nullable: true, description: 'The ID of the record. Required for `update` and `delete`.' })
  id?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The fields, as in the request for one record. Required for `create`, and for `update` without tags.',
  })
  data?: Record<string, unknown> | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tags that the record gets besides those it has. For `update` of records with tags, without `data.tags`.',
  })
  addTags?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Tags that the record loses. For `update` of records with tags, without `data.tags`.',
  })
  removeTags?: string[] | null;
}

@InputType({ description: 'The operations of a batch.' })
export class BatchInput {
  @Field(() => [BatchOperationInput], {
    description: 'The operations, 1 to 100. They are carried out in this order.',
  })
  @ArrayMinSize(1, { message: `$property ${must.haveAtLeastEntries(1)}` })
  @ArrayMaxSize(operationsAtMost, { message: `$property ${must.haveAtMostEntries(operationsAtMost)}` })
  operations!: BatchOperationInput[];

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether all operations are carried out, or none: the first one that fails is the error of the request. Defaults to false.',
  })
  atomic?: boolean | null;
}

@OmitNull()
@ObjectType({ simpleResolvers: true, description: 'A violation of the data of an operation of a batch.' })
export class BatchErrorDetail implements ErrorDetail {
  [fact: string]: unknown;

  @Field(() => String, { nullable: true, description: 'The path of the field in the operation.' })
  field?: string;

  @Field(() => String, { nullable: true, description: 'The code of the rule that is violated.' })
  rule?: string;

  @Field(() => String, { description: 'What is wrong, and what is accepted.' })
  message!: string;
}

@OmitNull()
@ObjectType({ simpleResolvers: true, description: 'Why an operation of a batch failed.' })
export class BatchError {
  @Field(() => String, { description: 'The code, as of the request for one record.' })
  code!: string;

  @Field(() => String, { description: 'What is wrong, and what is accepted.' })
  message!: string;

  @Field(() => [BatchErrorDetail], { nullable: true, description: 'All violations.' })
  details?: BatchErrorDetail[] | null;
}

@OmitNull()
@ObjectType({ simpleResolvers: true, description: 'The result of one operation of a batch.' })
export class BatchEntry {
  @Field(() => ID, {
    name: 'recordId',
    simple: false,
    nullable: true,
    description: 'The ID of the record; null if none was created.',
  })
  id?: string | null;

  @Field(() => Int, { description: 'The status that the request for one record would have, for example 201 or 404.' })
  status!: number;

  @Field(() => BatchError, { nullable: true, description: 'Why the operation failed; null if it succeeded.' })
  error?: BatchError | null;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a batch.' })
export class BatchResult {
  @Field(() => [BatchEntry], { description: 'The result of each operation, in order.' })
  results!: BatchEntry[];
}
