import {
  CreateSecretDocument,
  DeleteSecretDocument,
  FindSecretDocument,
  ListSecretsDocument,
  UpdateSecretDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /flows/secrets': route({
    operation: ListSecretsDocument,
    summary: 'Lists secrets, their values masked',
    variables: ({ query }) => ({ flow: query.flowId }),
    data: (result) => result.workspace.secrets,
  }),
  'POST /flows/secrets': route({
    operation: CreateSecretDocument,
    summary: 'Stores a secret, sealed',
    description: 'The value stands in this request only; no answer ever holds it.',
    data: (result) => result.createSecret,
    status: 201,
  }),
  'GET /flows/secrets/:secretId': route({
    operation: FindSecretDocument,
    summary: 'Reads a secret, masked, with the flows that name it in `usedBy`',
    data: (result) => result.workspace.secret,
  }),
  'PATCH /flows/secrets/:secretId': route({
    operation: UpdateSecretDocument,
    summary: 'Renames a secret, or replaces its value or description',
    description:
      'Only sent fields change. Flows that name the old name are not rewritten: their steps that use it fail with `SECRET_MISSING`.',
    data: (result) => result.updateSecret,
  }),
  'DELETE /flows/secrets/:secretId': route({
    operation: DeleteSecretDocument,
    summary: 'Deletes a secret',
    description: 'Also while flows name it: their steps that use it then fail with `SECRET_MISSING`.',
    data: (result) => result.deleteSecret,
  }),
});
