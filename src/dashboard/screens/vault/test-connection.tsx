import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { connectionTexts } from './connection-texts';

const testConnection = graphql(`
  mutation VaultTestConnection($workspaceId: ID!, $connectionId: ID!) {
    testConnection(workspaceId: $workspaceId, connectionId: $connectionId) {
      succeeded
      message
    }
  }
`);

type Tested = ResultOf<typeof testConnection>['testConnection'];

/** Sends a request with the stored credentials, and shows what was found. */
export function TestConnection({ connectionId }: { connectionId: string }) {
  const t = useTexts(connectionTexts);
  const workspaceId = useWorkspaceId();
  const canUse = useCan()('connections:use');
  const [tested, setTested] = useState<Tested | null>(null);
  const test = useWrite(testConnection, ['flow']);
  if (!canUse) return null;
  const run = () =>
    test.mutate({ workspaceId, connectionId }, { onSuccess: (result) => setTested(result.testConnection) });
  return (
    <div className="row gap-6">
      <Button onClick={run} disabled={test.isPending}>
        {t.test}
      </Button>
      {tested && <span role="status">{tested.message}</span>}
    </div>
  );
}
