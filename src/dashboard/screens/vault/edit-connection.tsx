import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { RecordForm } from '../../ui/record-form';
import { common } from '../../ui/texts';
import { useWorkspaceId } from '../../workspace/workspace';
import { ConnectAccount, RedirectAddress, useConnect } from './connect-account';
import { fieldsOf, inputOf, isComplete, type Values, valuesOf } from './connection-fields';
import type { Connection } from './connection-list';
import { connectionTexts } from './connection-texts';
import { TestConnection } from './test-connection';

const createConnection = graphql(`
  mutation VaultCreateConnection($workspaceId: ID!, $input: CreateConnectionInput!) {
    createConnection(workspaceId: $workspaceId, input: $input) {
      id
      status
      auth {
        type
      }
    }
  }
`);

const updateConnection = graphql(`
  mutation VaultUpdateConnection($workspaceId: ID!, $connectionId: ID!, $input: UpdateConnectionInput!) {
    updateConnection(workspaceId: $workspaceId, connectionId: $connectionId, input: $input) {
      id
      status
      auth {
        type
      }
    }
  }
`);

type Saved = Pick<Connection, 'id' | 'status'> & { auth: Pick<Connection['auth'], 'type'> };

/** The form of a connection. Credentials that are left empty stay as they are. One by OAuth 2 is connected next. */
export function EditConnection({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const t = useTexts(connectionTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const create = useWrite(createConnection, ['flow']);
  const update = useWrite(updateConnection, ['flow']);
  const { connect } = useConnect(onClose);
  const goOn = ({ id, status, auth }: Saved) => {
    if (auth.type === 'oauth2' && status !== 'connected') connect(id);
    else onClose();
  };
  const submit = (values: Values) => {
    const input = inputOf(values, t);
    if (connection) {
      const variables = { workspaceId, connectionId: connection.id, input };
      update.mutate(variables, { onSuccess: ({ updateConnection: saved }) => goOn(saved) });
    } else create.mutate({ workspaceId, input }, { onSuccess: ({ createConnection: saved }) => goOn(saved) });
  };
  return (
    <RecordForm<Values>
      title={connection ? t.edit : t.add}
      submit={connection ? words.save : words.create}
      fields={(values) => ({
        name: { label: words.name, maxLength: 100 },
        ...fieldsOf(values, t),
        hosts: { label: t.hosts, hint: t.hostsHint, isLong: true, spellCheck: false },
      })}
      initial={valuesOf(connection)}
      write={connection ? update : create}
      isComplete={isComplete}
      onClose={onClose}
      onSubmit={submit}
    >
      {(values) => (
        <>
          {values['auth.type'] === 'oauth2' && values['auth.grant'] === 'authorization_code' && <RedirectAddress />}
          {connection?.auth.type === 'oauth2' && <ConnectAccount connection={connection} onClose={onClose} />}
          {connection && <TestConnection connectionId={connection.id} />}
        </>
      )}
    </RecordForm>
  );
}
