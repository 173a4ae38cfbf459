/** A signed-in owner with a workspace and an API key with all capabilities. */
export interface Tenant {
  workspaceId: string;
  token: string;
  apiKey: string;
  graphql<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
}

/** Of the owner that a benchmark creates. */
export const benchEmail = 'bench@example.com';
export const benchPassword = 'correct horse battery';

/** Creates what a benchmark needs through the API, like any client. */
export async function createTenant(url: string, email = benchEmail): Promise<Tenant> {
  const registered = await graphql<{ register: { accessToken: string; workspaces: { id: string }[] } }>(
    url,
    'mutation ($input: RegisterInput!) { register(input: $input) { accessToken workspaces { id } } }',
    { input: { email, password: benchPassword, name: 'Bench', workspaceName: 'Bench' } },
  );
  const token = registered.register.accessToken;
  const workspaceId = registered.register.workspaces[0]?.id ?? '';
  const created = await graphql<{ createApiKey: { key: string } }>(
    url,
    `mutation ($workspaceId: ID!) {
       createApiKey(workspaceId: $workspaceId, input: { name: "Bench", capabilities: ["*"] }) { key }
     }`,
    { workspaceId },
    token,
  );
  const apiKey = created.createApiKey.key;
  return { workspaceId, token, apiKey, graphql: (query, variables) => graphql(url, query, variables, apiKey) };
}

/** Creates and activates a flow. */
export async function createBenchFlow(
  { workspaceId, graphql: run }: Tenant,
  input: Record<string, unknown>,
): Promise<{ id: string; webhookUrl: string | null }> {
  const { createFlow: flow } = await run<{ createFlow: { id: string; webhookUrl: string | null } }>(
    `mutation ($workspaceId: ID!, $input: CreateFlowInput!) {
       createFlow(workspaceId: $workspaceId, input: $input) { id webhookUrl }
     }`,
    { workspaceId, input },
  );
  await run(
    `mutation ($workspaceId: ID!, $flowId: ID!) {
       updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: { isActive: true }) { id }
     }`,
    { workspaceId, flowId: flow.id },
  );
  return flow;
}

async function graphql<T>(
  url: string,
  query: string,
  variables: Record<string, unknown> = {},
  credential?: string,
): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(credential && { authorization: `Bearer ${credential}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(`${errors[0].message} ${JSON.stringify(errors[0])}`);
  return data;
}
