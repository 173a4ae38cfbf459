import { graphql, type ResultOf } from '../../api/graphql';

export const findSequence = graphql(`
  query SequenceDetails($id: ID!, $sequenceId: ID!) {
    workspace(id: $id) {
      followUpSequence(id: $sequenceId) {
        id
        name
        isActive
        isDefault
        agentId
        maxAttempts
        reactivateAgent
        updatedAt
        steps {
          id
          delayMinutes
          stepType
          message
          promptTemplate
          flowId
          templateId
        }
      }
      agents(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
      flows(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
      whatsappTemplates(limit: 100, status: approved, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof findSequence>['workspace'];
export type Sequence = NonNullable<Answer['followUpSequence']>;
export type SequenceStep = Sequence['steps'][number];

/** What steps can refer to. */
export interface Choices {
  agents: readonly { id: string; name: string }[];
  flows: readonly { id: string; name: string }[];
  templates: readonly { id: string; name: string }[];
}

export const choicesOf = ({ agents, flows, whatsappTemplates }: Answer): Choices => ({
  agents: agents?.items ?? [],
  flows: flows?.items ?? [],
  templates: whatsappTemplates?.items ?? [],
});
