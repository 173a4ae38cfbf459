import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { type RouteTable, rootRoutes, route, workspaceRoutes } from '../../src/rest/route.js';

interface Flow {
  id: string;
}
interface Started {
  executionId: string;
  finished: boolean;
}

function operation<Result, Variables>(text: string): TypedDocumentNode<Result, Variables> {
  return parse(text);
}

/** Rows of every kind, in an order that would be wrong if order mattered. */
export const sampleTables: RouteTable[] = [
  workspaceRoutes({
    'GET /flows/:flowId': route({
      operation: operation<
        { workspace: { flow: Flow | null } },
        { workspaceId: string; flowId: string }
      >(/* GraphQL */ `
        query GetFlow($workspaceId: ID!, $flowId: ID!) {
          workspace(id: $workspaceId) {
            flow(flowId: $flowId) {
              ...FlowFields
              settings
              folder {
                id
                name
              }
            }
          }
        }
        fragment FlowFields on Flow {
          id
          name
          kind
          createdAt
        }
      `),
      summary: 'One flow',
      data: ({ workspace }) => workspace.flow,
    }),
    'GET /flows': route({
      operation: operation<{ workspace: { flows: unknown } }, Record<string, unknown>>(/* GraphQL */ `
        query ListFlows(
          $workspaceId: ID!
          $page: Int
          $search: String
          $active: Boolean
          $score: Float
          $tags: [String!]
          $kind: FlowKind
          $query: String
        ) {
          workspace(id: $workspaceId) {
            flows(page: $page, search: $search, active: $active, score: $score, tags: $tags, kind: $kind, query: $query) {
              items {
                id
                name
                kind
                settings
              }
              pagination {
                page
                limit
                total
                totalPages
              }
            }
          }
        }
      `),
      summary: 'Flows of the workspace',
      data: ({ workspace }) => workspace.flows,
    }),
    'POST /flows': route({
      operation: operation<{ createFlow: Flow }, { workspaceId: string; input: unknown }>(/* GraphQL */ `
        mutation CreateFlow($workspaceId: ID!, $input: FlowInput!) {
          createFlow(workspaceId: $workspaceId, input: $input) {
            id
            name
            settings
          }
        }
      `),
      summary: 'Create a flow',
      description: 'It starts paused.',
      data: ({ createFlow }) => createFlow,
      fails: ['NAME_TAKEN'],
      status: 201,
      maxBody: 4096,
    }),
    'GET /flows/old': route({
      operation: operation<{ workspace: { oldFlows: unknown } }, { workspaceId: string }>(/* GraphQL */ `
        query ListOldFlows($workspaceId: ID!) {
          workspace(id: $workspaceId) {
            oldFlows {
              items {
                id
                title
              }
              pagination {
                page
                limit
                total
                totalPages
              }
            }
          }
        }
      `),
      summary: 'Older flows of the workspace',
      data: ({ workspace }) => workspace.oldFlows,
    }),
    'GET /flows/folders/:folderId': route({
      operation: operation<{ workspace: { folder: unknown } }, { workspaceId: string; folderId: string }>(
        /* GraphQL */ `
          query GetFolder($workspaceId: ID!, $folderId: ID!) {
            workspace(id: $workspaceId) {
              folder(folderId: $folderId) {
                id
                name
              }
            }
          }
        `,
      ),
      summary: 'One folder',
      data: ({ workspace }) => workspace.folder,
    }),
    'GET /flows/folders': route({
      operation: operation<{ workspace: { folder: unknown } }, { workspaceId: string; folderId: string }>(
        /* GraphQL */ `
          query GetRootFolder($workspaceId: ID!, $folderId: ID!) {
            workspace(id: $workspaceId) {
              folder(folderId: $folderId) {
                id
              }
            }
          }
        `,
      ),
      summary: 'The root folder',
      variables: () => ({ folderId: 'root' }),
      data: ({ workspace }) => workspace.folder,
    }),
    'POST /flows/:id/trigger': route({
      operation: operation<
        { triggerFlow: Started },
        { workspaceId: string; flowId: string; input: unknown; idempotencyKey: string }
      >(/* GraphQL */ `
        mutation TriggerFlow($workspaceId: ID!, $flowId: ID!, $input: TriggerInput, $idempotencyKey: String) {
          triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input, idempotencyKey: $idempotencyKey) {
            executionId
            echo
          }
        }
      `),
      summary: 'Run a flow by hand',
      variables: ({ params, headers }) => ({ flowId: params.id, idempotencyKey: headers['idempotency-key'] }),
      data: ({ triggerFlow }) => triggerFlow,
      status: 202,
    }),
    'POST /flows/runs/:runId/cancel': route({
      operation: operation<{ cancelRun: Started }, { workspaceId: string; runId: string }>(/* GraphQL */ `
        mutation CancelRun($workspaceId: ID!, $runId: ID!) {
          cancelRun(workspaceId: $workspaceId, runId: $runId) {
            executionId
          }
        }
      `),
      summary: 'Cancel a run',
      deprecated: { since: '2026-12-01', sunset: '2027-12-01', instead: 'Use `DELETE /flows/runs/{runId}`.' },
      data: ({ cancelRun }) => ({ id: cancelRun.executionId }),
    }),
    'POST /keys': route({
      operation: operation<{ createKey: unknown }, { workspaceId: string; input: unknown }>(/* GraphQL */ `
        mutation CreateKey($workspaceId: ID!, $input: KeyInput!) {
          createKey(workspaceId: $workspaceId, input: $input) {
            id
            key
          }
        }
      `),
      summary: 'Make a key',
      data: ({ createKey }) => createKey,
      status: 201,
    }),
    'PUT /fail': route({
      operation: operation<{ failFlow: unknown }, { workspaceId: string; input: unknown }>(/* GraphQL */ `
        mutation FailFlow($workspaceId: ID!, $input: FailInput!) {
          failFlow(workspaceId: $workspaceId, input: $input) {
            id
          }
        }
      `),
      summary: 'Fail as asked',
      variables: ({ body }) => ({ input: { how: body.how } }),
      data: ({ failFlow }) => failFlow,
    }),
  }),
  rootRoutes({
    'GET /rates': route({
      operation: operation<{ rates: unknown[] }, Record<string, never>>(/* GraphQL */ `
        query ListRates {
          rates {
            unit
            credits
          }
        }
      `),
      summary: 'All rates',
      data: ({ rates }) => rates,
    }),
    'POST /flows/run': route({
      operation: operation<
        { runFlow: Started },
        { token: string; data: unknown; signed: string; rawBody: string }
      >(/* GraphQL */ `
        mutation RunFlow($token: String!, $data: JSONObject!, $signed: String, $rawBody: String) {
          runFlow(token: $token, data: $data, signed: $signed, rawBody: $rawBody) {
            executionId
            finished
            echo
          }
        }
      `),
      summary: 'Run a flow by its token',
      variables: ({ headers, body, rawBody }) => ({ data: body, signed: headers['x-signature'], rawBody }),
      data: ({ runFlow }) => runFlow,
      fails: ['INVALID_TOKEN', 'FLOW_PAUSED'],
      status: { oneOf: [200, 202], choose: ({ runFlow }) => (runFlow.finished ? 200 : 202) },
      credential: 'webhookToken',
    }),
  }),
];
