import { IsIn } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { must } from '../../../platform/errors/violation-words.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { OmitNull } from '../../../platform/graphql/omit-null.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { Length, MaxLength } from '../../../platform/graphql/text-rules.js';

@OmitNull()
@ObjectType({ simpleResolvers: true, description: 'Why a job could not process a record or a row of a file.' })
export class JobProblem {
  @Field(() => Int, { nullable: true, description: 'The line of the row in the file.' })
  line?: number | null;

  @Field(() => ID, { nullable: true, description: 'The record.' })
  recordId?: string | null;

  @Field(() => String, { nullable: true, description: 'The field that is wrong; null for the record as a whole.' })
  field?: string | null;

  @Field(() => String, { description: 'What is wrong, and what is accepted.' })
  message!: string;
}

export const ExportResource = defineEnum('ExportResource', 'The records of an export, as in the path of their list.', {
  contacts: 'Contacts.',
  opportunities: 'Opportunities.',
  conversations: 'Conversations.',
  calendarEvents: 'Appointments.',
  campaigns: 'Campaigns.',
  voiceCalls: 'Calls.',
  knowledgeDocs: 'Knowledge documents.',
});
export type ExportResource = keyof typeof ExportResource;

export const ExportFormat = defineEnum('ExportFormat', 'The format of the file of an export.', {
  csv: 'CSV (RFC 4180): a line for each record, after one with the names of the fields.',
  jsonl: 'JSON lines: an object for each record.',
});
export type ExportFormat = keyof typeof ExportFormat;

export const ImportResource = defineEnum('ImportResource', 'The records that an import writes.', {
  contacts: 'Contacts: a row updates the contact with the same email, phone or ID, or creates one.',
});
export type ImportResource = keyof typeof ImportResource;

export const ExistingRecords = defineEnum('ExistingRecords', 'What an import does with records that exist.', {
  update: 'Sets the fields of the row.',
  skip: 'Leaves them as they are.',
});

/** Characters of the file of an import. */
export const longestFile = 20 * 1024 * 1024;

/** Characters of the search of a selection. */
export const longestSearch = 1_000;

@InputType({ description: 'The records to export.' })
export class ExportInput {
  @Field(() => ExportResource, { description: 'The kind of records.' })
  @IsIn(Object.values(ExportResource), { message: `$property ${must.beOneOf(Object.values(ExportResource))}` })
  resource!: ExportResource;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'The conditions of the `filter` of their list, as an object, because each kind of records has its own. Defaults to all records.',
  })
  filter?: Record<string, unknown> | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only records that the `search` of their list finds, of those that `filter` selects.',
  })
  @IfSent()
  @Length(1, longestSearch)
  search?: string;

  @Field(() => ExportFormat, { nullable: true, description: 'The format of the file. Defaults to `csv`.' })
  @IfSent()
  @IsIn(Object.values(ExportFormat), { message: `$property ${must.beOneOf(Object.values(ExportFormat))}` })
  format?: ExportFormat;
}

@InputType({ description: 'A file to import.' })
export class ImportInput {
  @Field(() => ImportResource, { nullable: true, description: 'The kind of records. Defaults to contacts.' })
  @IfSent()
  @IsIn(Object.values(ImportResource), { message: `$property ${must.beOneOf(Object.values(ImportResource))}` })
  resource?: ImportResource;

  @Field(() => ExistingRecords, {
    nullable: true,
    description: 'What happens to records that exist. Defaults to update.',
  })
  @IfSent()
  @IsIn(Object.values(ExistingRecords), { message: `$property ${must.beOneOf(Object.values(ExistingRecords))}` })
  existing?: 'update' | 'skip';

  @Field(() => String, {
    nullable: true,
    description:
      'The media type of `content`: text/csv, application/x-ndjson for JSON lines, or multipart/form-data with its boundary and the file in a part. Defaults to text/csv.',
  })
  @IfSent()
  @MaxLength(200)
  contentType?: string;

  @Field(() => String, {
    description:
      'The file, at most 20 MiB. The first line of CSV has the column names; a line of JSON is an object with the fields.',
  })
  @MaxLength(longestFile)
  content!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether `content` is in base64, as a form with bytes that are no text. Defaults to false.',
  })
  @IfSent()
  base64?: boolean;
}

@ObjectType({
  simpleResolvers: true,
  description: 'A part of the file of an export. Pass `next` as `after` to get the following part.',
})
export class JobResultPart {
  @Field(() => String, { description: 'The text of the part.' })
  text!: string;

  @Field(() => ID, { nullable: true, description: 'The number of the next part; null at the end.' })
  next?: string | null;
}
