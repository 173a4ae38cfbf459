import { graphql, type ResultOf } from '../../api/graphql';
import type { PageOf } from '../../api/query';

export const listFlows = graphql(`
  query FlowsList(
    $id: ID!
    $cursor: String
    $search: String
    $tag: String
    $folderId: String
    $status: FlowStatus
    $triggerType: TriggerType
    $sortBy: FlowSortKey
    $sortOrder: SortOrder
  ) {
    workspace(id: $id) {
      flows(
        limit: 50
        cursor: $cursor
        search: $search
        tag: $tag
        folderId: $folderId
        status: $status
        triggerType: $triggerType
        sortBy: $sortBy
        sortOrder: $sortOrder
      ) {
        items {
          id
          name
          description
          isActive
          tags
          folderId
          settings {
            triggerType
          }
          updatedAt
          draft {
            updatedAt
          }
          lastExecution {
            id
            status
            phase
            startedAt
          }
          executions(limit: 8) {
            items {
              id
              status
            }
          }
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof listFlows>;
export type ListedFlow = NonNullable<Answer['workspace']['flows']>['items'][number];

export const flowsIn = ({ workspace }: Answer): PageOf<ListedFlow> | null | undefined => workspace.flows;

export const listFolders = graphql(`
  query FlowsFolders($id: ID!) {
    workspace(id: $id) {
      folders(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          parentId
          flowCount
        }
      }
    }
  }
`);

export type ListedFolder = NonNullable<ResultOf<typeof listFolders>['workspace']['folders']>['items'][number];

export const updateFlow = graphql(`
  mutation FlowsUpdate($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
    updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      id
      isActive
    }
  }
`);

export const deleteFlow = graphql(`
  mutation FlowsDelete($workspaceId: ID!, $flowId: ID!) {
    deleteFlow(workspaceId: $workspaceId, flowId: $flowId) {
      deletedId
    }
  }
`);

export const duplicateFlow = graphql(`
  mutation FlowsDuplicate($workspaceId: ID!, $flowId: ID!) {
    duplicateFlow(workspaceId: $workspaceId, flowId: $flowId) {
      id
      name
    }
  }
`);

export const exportFlow = graphql(`
  query FlowsExport($id: ID!, $flowId: ID!) {
    workspace(id: $id) {
      flow(id: $flowId) {
        export {
          format
          formatVersion
          name
          description
          tags
          nodes
          edges
          settings {
            control {
              key
              concurrency
              overlap
              debounceSeconds
              batch {
                max
                seconds
              }
              throttle {
                count
                seconds
              }
              priority
            }
            dailyBudget
            environment
            errorFlowId
            hold {
              failures
              seconds
            }
            maxConcurrent
            monthlyBudget
            retention {
              days
              failed
              keep
            }
            timeout
            triggerType
            storedTriggerConfig
          }
          variables {
            name
            scope
            type
            value
          }
          requires {
            secrets
            globalVars
            flows {
              flowId
              name
            }
            records {
              kind
              recordId
            }
            values {
              nodeId
              field
            }
          }
          exportedAt
        }
      }
    }
  }
`);

/** A folder with its path, in the order of a tree. */
export interface FolderInTree extends ListedFolder {
  depth: number;
  path: string;
}

/** The folders as a tree, each below the one that contains it. */
export function treeOf(folders: readonly ListedFolder[]): FolderInTree[] {
  const below = (parentId: string | null, depth: number, before: string): FolderInTree[] =>
    folders
      .filter((folder) => (folder.parentId ?? null) === parentId)
      .flatMap((folder) => {
        const path = before ? `${before} / ${folder.name}` : folder.name;
        return [{ ...folder, depth, path }, ...below(folder.id, depth + 1, path)];
      });
  return below(null, 0, '');
}
