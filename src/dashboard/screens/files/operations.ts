import { graphql, type ResultOf } from '../../api/graphql';

export const listFiles = graphql(`
  query FilesList($id: ID!, $search: String, $sortBy: FileSortKey, $sortOrder: SortOrder, $cursor: String) {
    workspace(id: $id) {
      files(search: $search, sortBy: $sortBy, sortOrder: $sortOrder, cursor: $cursor, limit: 50) {
        items {
          id
          name
          mimeType
          size
          sha256
          kept
          expiresAt
          executionId
          createdAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

export const updateFile = graphql(`
  mutation FilesUpdate($workspaceId: ID!, $fileId: ID!, $input: UpdateFileInput!) {
    updateFile(workspaceId: $workspaceId, fileId: $fileId, input: $input) {
      id
    }
  }
`);

export const deleteFile = graphql(`
  mutation FilesDelete($workspaceId: ID!, $fileId: ID!) {
    deleteFile(workspaceId: $workspaceId, fileId: $fileId) {
      deletedId
    }
  }
`);

export type FileRow = NonNullable<ResultOf<typeof listFiles>['workspace']['files']>['items'][number];
