import { ArrayMaxSize, ArrayMinSize, IsIn } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { classesOf } from '../../../platform/records/index.js';
import { contacts } from '../definitions/index.js';

export const rowsAtMost = 1_000;
const ContactInput = classesOf(contacts).create;

@ObjectType({ simpleResolvers: true, description: 'What is wrong with a field' })
export class RowError {
  @Field(() => String)
  field!: string;

  @Field(() => String)
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What became of one row' })
export class RowResult {
  @Field(() => Int, { description: 'Its place in what was sent, from 0' })
  index!: number;

  @Field(() => String, { description: 'created, updated, unchanged or failed' })
  status!: 'created' | 'updated' | 'unchanged' | 'failed';

  @Field(() => ID, { nullable: true, description: 'The contact; null where it failed' })
  id?: string | null;

  @Field(() => [RowError])
  errors!: RowError[];
}

@ObjectType({ simpleResolvers: true, description: 'What became of many rows: those without a fault were stored' })
export class BulkResult {
  @Field(() => Int)
  created!: number;

  @Field(() => Int)
  updated!: number;

  @Field(() => Int)
  unchanged!: number;

  @Field(() => Int)
  failed!: number;

  @Field(() => [RowResult])
  results!: RowResult[];
}

@InputType()
export class UpsertContactsInput {
  @Field(() => [ContactInput], {
    description: 'Each updates the contact with its email, else with its phone, or makes one; at most 1000',
  })
  @ArrayMinSize(1, { message: '$property has at least one entry.' })
  @ArrayMaxSize(rowsAtMost, { message: `$property has at most ${rowsAtMost} entries.` })
  contacts!: object[];
}

@InputType()
export class ImportContactsInput {
  @Field(() => [String], {
    description: 'Names of fields, in any spelling (`assigned to`); other names become custom fields',
  })
  @ArrayMinSize(1, { message: '$property names at least one column.' })
  @ArrayMaxSize(200, { message: '$property names at most 200 columns.' })
  columns!: string[];

  @Field(() => [[String]], { description: 'Texts, as many in each row as there are columns; empty ones are left out' })
  @ArrayMaxSize(rowsAtMost, { message: `$property has at most ${rowsAtMost} entries.` })
  rows!: string[][];

  @Field(() => String, {
    nullable: true,
    description: 'What happens to contacts that are there: update (default) or skip',
  })
  @IfSent()
  @IsIn(['update', 'skip'], { message: '$property is update or skip.' })
  existing?: 'update' | 'skip';
}

@ObjectType({
  simpleResolvers: true,
  description: 'A part of the contacts as CSV; ask again with `next` for what follows',
})
export class ContactsCsv {
  @Field(() => String)
  text!: string;

  @Field(() => ID, { nullable: true, description: 'Where the next part begins; null at the end' })
  next?: string | null;
}
