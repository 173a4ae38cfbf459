import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentNode, parse } from 'graphql';
import { markEmailVerified } from '../../contexts/accounts/auth/index.js';
import type { Executor } from '../../platform/graphql/executor.js';
import type { Services } from '../../platform/services.js';
import { requestContext } from '../request-context.js';
import { demoFlow } from './demo-flow.js';

/** The demo workspace and its credentials. Stored in the data folder with mode 0600. */
export interface Demo {
  email: string;
  password: string;
  workspaceId: string;
  apiKey: string;
  flowId: string;
  webhookUrl: string;
  /** The URL of the server when the flow was last written; the flow calls it. */
  serverUrl: string;
}

const email = 'demo@example.com';

/**
 * Creates the demo workspace at the first start, through the same operations as any client. Later starts reuse it, and
 * update the flow when the URL of the server has changed. Null when the workspace was deleted or its email is in use.
 */
export async function ensureDemo(
  services: Services,
  executor: Executor,
  dataDir: string,
  serverUrl: string,
): Promise<Demo | null> {
  const path = join(dataDir, 'demo.json');
  const run = runner(services, executor);
  const known = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Demo,
    () => null,
  );
  if (known?.serverUrl === serverUrl) return known;
  try {
    const demo = known ? await moveDemo(run, known, serverUrl) : await createDemo(services, run, serverUrl);
    await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    return demo;
  } catch (error) {
    services.log.info({ err: error }, 'the demo workspace could not be created or updated');
    return null;
  }
}

type Run = (document: DocumentNode, variables: Record<string, unknown>, token?: string) => Promise<unknown>;

function runner(services: Services, executor: Executor): Run {
  return async (document, variables, token) => {
    const context = await requestContext(services, token && `Bearer ${token}`, { id: 'demo', log: services.log });
    const { data, errors } = await executor.run({ document, variables, context });
    if (errors?.[0]) throw errors[0];
    return data;
  };
}

async function createDemo({ db, now }: Services, run: Run, serverUrl: string): Promise<Demo> {
  const password = randomBytes(9).toString('base64url');
  const { register } = (await run(registerDocument, {
    input: { email, password, name: 'Demo', workspaceName: 'Demo workspace' },
  })) as { register: { accessToken: string; workspaces: { id: string }[] } };
  // No one reads mails of the demo's address.
  await markEmailVerified(db.pool, email, now());
  const token = register.accessToken;
  const workspaceId = register.workspaces[0]?.id as string;
  const { createFlow } = (await run(createFlowDocument, { workspaceId, input: demoFlow(serverUrl) }, token)) as {
    createFlow: { id: string; webhookUrl: string };
  };
  await run(updateFlowDocument, { workspaceId, flowId: createFlow.id, input: { isActive: true } }, token);
  const { createApiKey } = (await run(createApiKeyDocument, { workspaceId }, token)) as {
    createApiKey: { key: string };
  };
  const { id: flowId, webhookUrl } = createFlow;
  return { email, password, workspaceId, apiKey: createApiKey.key, flowId, webhookUrl, serverUrl };
}

async function moveDemo(run: Run, demo: Demo, serverUrl: string): Promise<Demo> {
  const { nodes, edges } = demoFlow(serverUrl);
  const { workspaceId, flowId } = demo;
  const { updateFlow } = (await run(
    updateFlowDocument,
    { workspaceId, flowId, input: { nodes, edges } },
    demo.apiKey,
  )) as {
    updateFlow: { webhookUrl: string };
  };
  return { ...demo, serverUrl, webhookUrl: updateFlow.webhookUrl };
}

const registerDocument = parse(`mutation Register($input: RegisterInput!) {
  register(input: $input) { accessToken workspaces { id } }
}`);

const createFlowDocument = parse(`mutation CreateFlow($workspaceId: ID!, $input: CreateFlowInput!) {
  createFlow(workspaceId: $workspaceId, input: $input) { id webhookUrl }
}`);

const updateFlowDocument = parse(`mutation UpdateFlow($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
  updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { id webhookUrl }
}`);

const createApiKeyDocument = parse(`mutation CreateApiKey($workspaceId: ID!) {
  createApiKey(workspaceId: $workspaceId, input: { name: "Demo", capabilities: ["*"] }) { key }
}`);
