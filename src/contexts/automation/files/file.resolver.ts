import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf, findRecord } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { createFile } from './create-file.js';
import { CreateFileInput } from './file.input.js';
import { files, type StoredFile } from './file.record.js';

@Resolver(() => classesOf(files).type)
export class FileResolver {
  @FieldResolver(() => String, { description: 'The URL of its bytes, for a request with a credential.' })
  url(@Root() { id, workspaceId }: StoredFile, @Ctx() { services }: GraphContext): string {
    return `${services.settings.publicUrl}/workspaces/${workspaceId}/files/${id}`;
  }
}

@Resolver(() => Workspace)
export class WorkspaceFileResolver {
  @FieldResolver(() => classesOf(files).type, { description: 'Get a file. REST sends its bytes.' })
  @Allow('files:read')
  file(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string): Promise<StoredFile> {
    return findRecord(scope, files, id);
  }
}

@Resolver()
export class FileMutations {
  @Mutation(() => classesOf(files).type, { description: 'Create a file.' })
  @Allow({ capability: 'files:write', reads: { capability: 'files:read' } })
  createFile(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateFileInput) input: CreateFileInput,
  ): Promise<StoredFile> {
    return createFile(scope, input, context.body);
  }
}
