import { useParams } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { graphql, type ResultOf } from '../api/graphql';

export const findWorkspace = graphql(`
  query FrameWorkspace($id: ID!) {
    workspace(id: $id) {
      id
      name
      role
      timezone
      capabilities
    }
    me {
      id
      name
      email
    }
    workspaces(limit: 50, sortBy: name, sortOrder: asc) {
      items {
        id
        name
        role
      }
    }
  }
`);

export type FrameData = ResultOf<typeof findWorkspace>;
export type FrameWorkspace = FrameData['workspace'];

export const WorkspaceContext = createContext<FrameWorkspace | null>(null);

/** The workspace of the page. */
export function useWorkspace(): FrameWorkspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('There is no workspace outside its frame.');
  return workspace;
}

/** The ID of the workspace of the page. */
export function useWorkspaceId(): string {
  return useParams({ strict: false, select: ({ workspaceId }) => workspaceId }) ?? '';
}

/** Whether the user has a capability in the workspace of the page: what they may not do is not offered. */
export function useCan(): (capability: string) => boolean {
  const { capabilities } = useWorkspace();
  return (capability) => capabilities.includes(capability);
}

const lastAt = 'workspace-automation-workspace';
export const lastWorkspace = (): string | null => localStorage.getItem(lastAt);
export const rememberWorkspace = (id: string): void => localStorage.setItem(lastAt, id);
