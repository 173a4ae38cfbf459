import { ArrayMaxSize, ArrayMinSize, IsIn } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { must } from '../../../platform/errors/violation-words.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { rowClass } from '../../../platform/records/index.js';
import { contacts } from '../definitions/index.js';

export const rowsAtMost = 1_000;
const ContactInput = rowClass(contacts);

@ObjectType({ simpleResolvers: true, description: 'A violation in a row.' })
export class RowError {
  @Field(() => String, { description: 'The field; empty for the row as a whole.' })
  field!: string;

  @Field(() => String, { description: 'What is wrong, and what is accepted.' })
  message!: string;
}

const RowStatus = defineEnum('BulkRowStatus', 'What happened to a row of a bulk operation.', {
  created: 'A contact was created.',
  updated: 'A contact was updated.',
  unchanged: 'The contact had these values already.',
  failed: 'The row breaks a rule, and nothing was stored.',
});

const ExistingContacts = defineEnum('ExistingContacts', 'What an import does with contacts that exist.', {
  update: 'Sets the fields of the row.',
  skip: 'Leaves them as they are.',
});

@ObjectType({ simpleResolvers: true, description: 'The result of one row.' })
export class RowResult {
  @Field(() => Int, { description: 'The index of the row in the request, from 0.' })
  index!: number;

  @Field(() => RowStatus, { description: 'What happened to the row.' })
  status!: 'created' | 'updated' | 'unchanged' | 'failed';

  @Field(() => ID, {
    name: 'contactId',
    simple: false,
    nullable: true,
    description: 'The ID of the contact; null for a failed row.',
  })
  id?: string | null;

  @Field(() => [RowError], { description: 'The violations of a failed row; otherwise empty.' })
  errors!: RowError[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'The result of a bulk operation. Valid rows were stored even if others failed.',
})
export class BulkResult {
  @Field(() => Int, { description: 'The number of created contacts.' })
  created!: number;

  @Field(() => Int, { description: 'The number of updated contacts.' })
  updated!: number;

  @Field(() => Int, { description: 'The number of rows that changed nothing.' })
  unchanged!: number;

  @Field(() => Int, { description: 'The number of rows with violations, which were not stored.' })
  failed!: number;

  @Field(() => [RowResult], { description: 'The result of each row, in order.' })
  results!: RowResult[];
}

@InputType({ description: 'The contacts to create or update.' })
export class UpsertContactsInput {
  @Field(() => [ContactInput], {
    description:
      'The contacts, 1 to 1000. Each updates the contact with the same email, otherwise the one with the same phone, or creates one.',
  })
  @ArrayMinSize(1, { message: `$property ${must.haveAtLeastEntries(1)}` })
  @ArrayMaxSize(rowsAtMost, { message: `$property ${must.haveAtMostEntries(rowsAtMost)}` })
  contacts!: object[];
}

@InputType({ description: 'Rows of a table to import as contacts.' })
export class ImportContactsInput {
  @Field(() => [String], {
    description:
      'The column names, 1 to 200. Fields of contacts are recognized in any spelling (`assigned to`); other names become custom fields.',
  })
  @ArrayMinSize(1, { message: `$property ${must.haveAtLeastEntries(1)}` })
  @ArrayMaxSize(200, { message: `$property ${must.haveAtMostEntries(200)}` })
  columns!: string[];

  @Field(() => [[String]], {
    description: 'The rows, at most 1000. Each has one text per column; empty texts are ignored.',
  })
  @ArrayMaxSize(rowsAtMost, { message: `$property ${must.haveAtMostEntries(rowsAtMost)}` })
  rows!: string[][];

  @Field(() => ExistingContacts, {
    nullable: true,
    description: 'What happens to existing contacts. Defaults to update.',
  })
  @IfSent()
  @IsIn(Object.values(ExistingContacts), { message: `$property ${must.beOneOf(Object.values(ExistingContacts))}` })
  existing?: 'update' | 'skip';
}

@ObjectType({
  simpleResolvers: true,
  description: 'A part of the contacts as CSV. Pass `next` as `after` to get the following part.',
})
export class ContactsCsv {
  @Field(() => String, { description: 'The CSV rows; the first part begins with the column names.' })
  text!: string;

  @Field(() => ID, { nullable: true, description: 'The cursor of the next part; null at the end.' })
  next?: string | null;
}
