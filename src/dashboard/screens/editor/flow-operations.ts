import { graphql, type ResultOf } from '../../api/graphql';

export const findFlow = graphql(`
  query EditorFlow($id: ID!, $flowId: ID!) {
    workspace(id: $id) {
      flow(id: $flowId) {
        id
        name
        description
        tags
        isActive
        version
        updatedAt
        triggers {
          nodeId
          type
          webhookUrl
          formUrl
          nextAt
          polledAt
          failureMessage
          failingSince
        }
        runAs
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
        }
        variables {
          name
          scope
          type
          value
        }
        draft {
          revision
          baseVersion
          updatedAt
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
          }
          variables {
            name
            scope
            type
            value
          }
        }
        lastExecution {
          id
        }
      }
    }
  }
`);

export type EditedFlow = NonNullable<ResultOf<typeof findFlow>['workspace']['flow']>;

export const saveDraft = graphql(`
  mutation EditorSaveDraft($workspaceId: ID!, $flowId: ID!, $input: FlowDraftInput!) {
    saveFlowDraft(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      revision
      baseVersion
      updatedAt
    }
  }
`);

export const publishDraft = graphql(`
  mutation EditorPublish($workspaceId: ID!, $flowId: ID!, $input: PublishFlowInput!) {
    publishFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      id
      version
    }
  }
`);

export const discardDraft = graphql(`
  mutation EditorDiscard($workspaceId: ID!, $flowId: ID!) {
    discardFlowDraft(workspaceId: $workspaceId, flowId: $flowId) {
      deletedId
    }
  }
`);

export const updateFlow = graphql(`
  mutation EditorUpdateFlow($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
    updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      id
      version
      isActive
    }
  }
`);

export const findVersion = graphql(`
  query EditorVersion($id: ID!, $flowId: ID!, $version: Int!) {
    workspace(id: $id) {
      flowVersion(flowId: $flowId, version: $version) {
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
        }
        variables {
          name
          scope
          type
          value
        }
      }
    }
  }
`);

export const validateContent = graphql(`
  query EditorValidate($id: ID!, $input: ValidateFlowContentInput!) {
    workspace(id: $id) {
      validateFlowContent(input: $input) {
        valid
        issues {
          ruleId
          severity
          message
          nodeId
          edgeId
          field
        }
        predictedCost {
          credits
        }
      }
    }
  }
`);

export type Validation = NonNullable<ResultOf<typeof validateContent>['workspace']['validateFlowContent']>;
export type Issue = Validation['issues'][number];

export const listNodeTypes = graphql(`
  query EditorNodeTypes {
    nodeTypes {
      type
      title
      category
      description
      sourceHandles
      targetHandles
      initialData
      presets {
        title
        category
        data
      }
      sample
      fields
      sinks
      verbatim
    }
  }
`);

export type NodeTypeInfo = ResultOf<typeof listNodeTypes>['nodeTypes'][number];
export type Category = NodeTypeInfo['category'];
export type NodeTypes = ReadonlyMap<string, NodeTypeInfo>;

/** The categories, in the order of the palette. */
export const categories: readonly Category[] = [
  'trigger',
  'logic',
  'data',
  'state',
  'event',
  'file',
  'http',
  'app',
  'message',
  'crm',
  'workspace',
  'ai',
  'wait',
  'flow',
  'webhook',
  'voice',
  'app',
];
