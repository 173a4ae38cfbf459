import { useNavigate } from '@tanstack/react-router';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useWorkspaceId } from '../../workspace/workspace';

export const listRecipes = graphql(`
  query FlowsRecipes($id: ID!) {
    workspace(id: $id) {
      templates(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          description
          category
        }
      }
    }
  }
`);

const createFromTemplate = graphql(`
  mutation FlowsUseTemplate($workspaceId: ID!, $templateId: ID!, $input: CopyFlowInput) {
    useFlowTemplate(workspaceId: $workspaceId, templateId: $templateId, input: $input) {
      id
    }
  }
`);

/** Creates a flow from a template, and opens it. */
export function useRecipe(folderId: string | null = null) {
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useWrite(createFromTemplate, ['flow', 'template', 'folder']);
  return {
    use: (templateId: string) =>
      mutate(
        { workspaceId, templateId, input: folderId ? { folderId } : null },
        {
          onSuccess: ({ useFlowTemplate: made }) => navigate({ to: `/w/${workspaceId}/flows/${made.id}` }),
        },
      ),
    isBusy: isPending,
    error,
  };
}

const simulate = graphql(`
  mutation FlowsTryTemplate($workspaceId: ID!, $flowId: ID!) {
    simulateFlow(workspaceId: $workspaceId, flowId: $flowId) {
      executionId
    }
  }
`);

/** Creates a flow from a template and runs it with sample data, without effects, and opens that execution. */
export function useTrial() {
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const creation = useWrite(createFromTemplate, ['flow', 'template', 'folder']);
  const trial = useWrite(simulate, ['execution']);
  return {
    start: async (templateId: string) => {
      const { useFlowTemplate: made } = await creation.mutateAsync({ workspaceId, templateId, input: null });
      const { simulateFlow: started } = await trial.mutateAsync({ workspaceId, flowId: made.id });
      await navigate({ to: `/w/${workspaceId}/executions/${started.executionId}` });
    },
    isBusy: creation.isPending || trial.isPending,
  };
}
