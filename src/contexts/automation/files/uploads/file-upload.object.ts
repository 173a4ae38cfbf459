import { Field, ID, ObjectType } from 'type-graphql';
import { BigIntCount, DateTime } from '../../../../platform/graphql/scalars.js';
import { classesOf } from '../../../../platform/records/index.js';
import { files, type StoredFile } from '../file.record.js';

@ObjectType({ simpleResolvers: true, description: 'A file that is uploaded in parts.' })
export class FileUpload {
  @Field(() => ID, { description: 'Its ID, which is that of the file in the end.' })
  uploadId!: string;

  @Field(() => ID, { description: 'The workspace of the file.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The name of the file.' })
  name!: string;

  @Field(() => String, { description: 'The media type, as its sender named it.' })
  mimeType!: string;

  @Field(() => BigIntCount, { description: 'The number of bytes of the whole file.' })
  size!: number;

  @Field(() => BigIntCount, { description: 'The number of bytes that are stored: the next part begins behind them.' })
  received!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the upload is deleted unless a further part arrives. Null once the file is complete.',
  })
  expiresAt!: Date | string | null;

  @Field(() => classesOf(files).type, { nullable: true, description: 'The file, once it is complete.' })
  file!: StoredFile | null;
}
