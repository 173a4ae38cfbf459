import type { Dashboard } from './dashboard.js';

/** Creates a record of a kind, for example a `Contact`. @returns its ID */
export async function createRecord({ api }: Dashboard, kind: string, input: object): Promise<string> {
  const text = `mutation($workspaceId: ID!, $input: Create${kind}Input!) {
    made: create${kind}(workspaceId: $workspaceId, input: $input) { id }
  }`;
  return (await api<{ made: { id: string } }>(text, { input })).made.id;
}
