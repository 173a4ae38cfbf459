import { randomBytes } from 'node:crypto';
import type { TestApp } from './app.js';

/** A signed-in owner of a new workspace. */
export interface Owner {
  token: string;
  workspaceId: string;
  email: string;
}

export interface SeededFlow {
  id: string;
  version: number;
  webhookUrl: string | null;
  /** The path and query of `webhookUrl`. */
  webhookPath: string;
}

export interface Seed {
  owner(): Promise<Owner>;
  apiKey(owner: Owner, capabilities?: string[]): Promise<string>;
  /** Creates and activates a flow. */
  flow(owner: Owner, input: Record<string, unknown>, active?: boolean): Promise<SeededFlow>;
}

/** Creates what tests need, through the same operations as any client. */
export function createSeed(graphql: TestApp['graphql']): Seed {
  async function run<T>(query: string, variables: Record<string, unknown>, as?: string): Promise<T> {
    const { data, errors } = await graphql<T>(query, variables, as);
    if (errors?.[0]) throw new Error(`${errors[0].message} ${JSON.stringify(errors[0].extensions)}`);
    return data as T;
  }

  return {
    async owner() {
      const email = `owner-${randomBytes(6).toString('hex')}@example.com`;
      const { register } = await run<{ register: { accessToken: string; workspaces: { id: string }[] } }>(
        'mutation ($input: RegisterInput!) { register(input: $input) { accessToken workspaces { id } } }',
        { input: { email, password: 'correct horse battery', name: 'Owner', workspaceName: 'Acme' } },
      );
      return { token: register.accessToken, workspaceId: register.workspaces[0]?.id as string, email };
    },
    async apiKey({ token, workspaceId }, capabilities = ['*']) {
      const { createApiKey } = await run<{ createApiKey: { key: string } }>(
        'mutation ($workspaceId: ID!, $input: CreateApiKeyInput!) { createApiKey(workspaceId: $workspaceId, input: $input) { key } }',
        { workspaceId, input: { name: 'Key', capabilities } },
        token,
      );
      return createApiKey.key;
    },
    async flow({ token, workspaceId }, input, active = true) {
      const { createFlow } = await run<{ createFlow: SeededFlow }>(
        'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id version webhookUrl } }',
        { workspaceId, input: { name: 'Flow', ...input, ...storedTrigger(input) } },
        token,
      );
      if (active) {
        await run(
          'mutation ($workspaceId: ID!, $flowId: ID!) { updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: { isActive: true }) { id } }',
          { workspaceId, flowId: createFlow.id },
          token,
        );
      }
      const url = createFlow.webhookUrl ? new URL(createFlow.webhookUrl) : null;
      return { ...createFlow, webhookPath: url ? url.pathname + url.search : '' };
    },
  };
}

/** The settings of a flow as GraphQL takes them, for a configuration of a trigger as it is stored. */
function storedTrigger({ settings }: { settings?: unknown }): object {
  const { triggerConfig, ...others } = (settings ?? {}) as { triggerConfig?: object };
  return triggerConfig ? { settings: { ...others, triggerConfig: { stored: triggerConfig } } } : {};
}
