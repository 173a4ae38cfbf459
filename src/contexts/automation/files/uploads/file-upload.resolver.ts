import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../../platform/graphql/deleted.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { appendToUpload } from './append-to-upload.js';
import { createUpload } from './create-upload.js';
import { AppendToFileUploadInput, CreateFileUploadInput } from './file-upload.input.js';
import { FileUpload } from './file-upload.object.js';
import { deleteUpload, findUpload } from './find-upload.js';

const rule = { capability: 'files:write', reads: { capability: 'files:read' } } as const;

@Resolver(() => Workspace)
export class WorkspaceUploadResolver {
  @FieldResolver(() => FileUpload, {
    nullable: true,
    description: 'Get the upload of a file. Null if it does not exist or has expired.',
  })
  @Allow('files:write')
  fileUpload(
    @CurrentScope() scope: Scope,
    @Arg('uploadId', () => ID, { description: 'The ID of the upload, or of the file that it has become.' })
    uploadId: string,
  ): Promise<FileUpload | null> {
    return findUpload(scope, uploadId);
  }
}

@Resolver()
export class FileUploadMutations {
  @Mutation(() => FileUpload, { description: 'Create the upload of a file, whose bytes follow in parts.' })
  @Allow(rule)
  createFileUpload(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateFileUploadInput) input: CreateFileUploadInput,
  ): Promise<FileUpload> {
    return createUpload(scope, input);
  }

  @Mutation(() => FileUpload, { description: 'Append a part to the upload of a file. The last part makes the file.' })
  @Allow(rule)
  appendToFileUpload(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('uploadId', () => ID, { description: 'The ID of the upload.' }) uploadId: string,
    @Arg('input', () => AppendToFileUploadInput) input: AppendToFileUploadInput,
  ): Promise<FileUpload> {
    return appendToUpload(scope, uploadId, input, context.body);
  }

  @Mutation(() => Deleted, { description: 'Delete the upload of a file with the parts that have arrived.' })
  @Allow('files:write')
  deleteFileUpload(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('uploadId', () => ID, { description: 'The ID of the upload.' }) uploadId: string,
  ): Promise<Deleted> {
    return deleteUpload(scope, uploadId);
  }
}
