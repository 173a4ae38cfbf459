import { ArrayMaxSize, ArrayNotEmpty, IsIn } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { must } from '../../../platform/errors/violation-words.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { OmitNull } from '../../../platform/graphql/omit-null.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { MaxLength, Uuid } from '../../../platform/graphql/text-rules.js';

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
  opportunities: 'Opportunities: a row with an ID updates that opportunity, another one creates one.',
});
export type ImportResource = keyof typeof ImportResource;

export const ExistingRecords = defineEnum('ExistingRecords', 'What an import does with records that exist.', {
  update: 'Sets the fields of the row.',
  skip: 'Leaves them as they are.',
});

export const BulkResource = defineEnum('BulkResource', 'The records that a bulk job changes.', {
  contacts: 'Contacts.',
  opportunities: 'Opportunities.',
  flows: 'Flows.',
  executions: 'Executions.',
});
export type BulkResource = keyof typeof BulkResource;

export const BulkAction = defineEnum('BulkAction', 'What a bulk job does to each record.', {
  update: 'Sets the fields in `data`. For contacts, opportunities and flows.',
  addTags: 'Adds the tags in `data.tags`, beside those it has. For contacts and flows.',
  removeTags: 'Removes the tags in `data.tags`. For contacts and flows.',
  delete: 'Deletes it. For contacts, opportunities and flows.',
  retry: 'Retries it, with `from` and `version` of `data`. For executions.',
  cancel: 'Cancels it. For executions.',
});
export type BulkAction = keyof typeof BulkAction;

/** IDs in one request. */
export const idsAtMost = 10_000;
/** Characters of the file of an import. */
export const longestFile = 20 * 1024 * 1024;

const filterDescription =
  'The conditions of the `filter` of their list, as an object, because each kind of records has its own.';

@InputType({ description: 'The records to export.' })
export class ExportInput {
  @Field(() => ExportResource, { description: 'The kind of records.' })
  @IsIn(Object.values(ExportResource), { message: `$property ${must.beOneOf(Object.values(ExportResource))}` })
  resource!: ExportResource;

  @Field(() => JsonObject, { nullable: true, description: `${filterDescription} Defaults to all records.` })
  filter?: Record<string, unknown> | null;

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

@InputType({ description: 'Which records to change, and how. One of `filter` and `ids` is required.' })
export class BulkInput {
  @Field(() => JsonObject, {
    nullable: true,
    description: `${filterDescription} An empty object means all records.`,
  })
  filter?: Record<string, unknown> | null;

  @Field(() => [ID], { nullable: true, description: `The records by their IDs, 1 to ${idsAtMost}.` })
  @IfSent()
  @ArrayNotEmpty({ message: `$property ${must.notBeEmpty}` })
  @ArrayMaxSize(idsAtMost, { message: `$property ${must.haveAtMostEntries(idsAtMost)}` })
  @Uuid({ each: true, message: `each of $property ${must.beUuid}` })
  ids?: string[];

  @Field(() => BulkAction, { description: 'What is done to each record.' })
  @IsIn(Object.values(BulkAction), { message: `$property ${must.beOneOf(Object.values(BulkAction))}` })
  action!: BulkAction;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'What the action needs, as an object, because each action has its own: the fields of an update as in the request for one record, or `tags`.',
  })
  data?: Record<string, unknown> | null;
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
