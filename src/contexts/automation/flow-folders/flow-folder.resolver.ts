import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { createFolder } from './create-folder.js';
import { deleteFolder } from './delete-folder.js';
import { findFolder } from './find-folder.js';
import { Folder, FolderPage } from './flow-folder.entity.js';
import { CreateFolderInput, FolderListArgs, UpdateFolderInput } from './flow-folder.input.js';
import { flowCountByFolder, folderById } from './flow-folder.loaders.js';
import { listFolders } from './list-folders.js';
import { updateFolder } from './update-folder.js';

/** Not the class: type-graphql would copy each row into an entity before it calls. */
type FolderRow = Pick<Folder, 'id' | 'parentId'>;

@Resolver(() => Workspace)
export class WorkspaceFoldersResolver {
  @FieldResolver(() => FolderPage)
  @Allow('flows:read')
  folders(
    @CurrentScope() scope: Scope,
    @Args(() => FolderListArgs) args: FolderListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<Folder>> {
    return listFolders(scope, args, requestedFields(info));
  }

  @FieldResolver(() => Folder)
  @Allow('flows:read')
  folder(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string): Promise<Folder> {
    return findFolder(scope, id);
  }
}

@Resolver(() => Folder)
export class FolderResolver {
  @FieldResolver(() => Int, { description: 'Flows in the folder itself' })
  flowCount(@Root() folder: FolderRow, @CurrentScope() scope: Scope): Promise<number> {
    return scope.loader(flowCountByFolder).load(folder.id);
  }

  @FieldResolver(() => Folder, { nullable: true })
  parent(@Root() folder: FolderRow, @CurrentScope() scope: Scope): Promise<Folder | null> | null {
    return folder.parentId ? scope.loader(folderById).load(folder.parentId) : null;
  }
}

@Resolver()
export class FolderMutations {
  @Mutation(() => Folder)
  @Allow('flows:write')
  createFolder(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateFolderInput) input: CreateFolderInput,
  ): Promise<Folder> {
    return createFolder(scope, input);
  }

  @Mutation(() => Folder, { description: 'Renames or moves a folder' })
  @Allow('flows:write')
  updateFolder(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('folderId', () => ID) folderId: string,
    @Arg('input', () => UpdateFolderInput) input: UpdateFolderInput,
  ): Promise<Folder> {
    return updateFolder(scope, folderId, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes a folder; its flows and subfolders move up to its parent' })
  @Allow('flows:write')
  deleteFolder(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('folderId', () => ID) folderId: string,
  ): Promise<Deleted> {
    return deleteFolder(scope, folderId);
  }
}
