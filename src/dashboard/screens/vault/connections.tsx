import { graphql } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge, type BadgeTone } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { Time } from '../../ui/time';
import { searchOnly, useAddress } from '../../workspace/address';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { type Connection, listConnections } from './connection-list';
import { connectionTexts } from './connection-texts';
import { EditConnection } from './edit-connection';
import { NamedValues } from './named-values';
import { texts } from './texts';

const deleteConnection = graphql(`
  mutation VaultDeleteConnection($workspaceId: ID!, $connectionId: ID!) {
    deleteConnection(workspaceId: $workspaceId, connectionId: $connectionId) {
      deletedId
    }
  }
`);

const tones = { connected: 'success', pending: 'warning', reconnect: 'danger' } as const satisfies Record<
  Connection['status'],
  BadgeTone
>;

/** The accounts at other services that requests of flows use. */
export function Connections() {
  const t = useTexts(connectionTexts);
  const words = useTexts(texts);
  const id = useWorkspaceId();
  const canWrite = useCan()('connections:write');
  const [{ q = '' }] = useAddress(searchOnly);
  const pages = usePages(listConnections, { id, search: q || null }, ({ workspace }) => workspace.connections, {
    live: ['flow'],
  });
  const values: Column<Connection>[] = [
    { name: 'value', header: t.kind, width: '160px', cell: ({ auth }) => t[auth.type] },
    { name: 'hosts', header: words.sentTo, cell: ({ hosts }) => hosts.join(', ') },
    {
      name: 'status',
      header: t.status,
      width: '170px',
      cell: ({ status, problem, account, expiresAt }) => (
        <>
          <Badge tone={tones[status]}>{t[`status${status}`]}</Badge>
          {problem && <p className="muted small no-margin">{problem}</p>}
          {account && <p className="muted small no-margin break">{account}</p>}
          {expiresAt && (
            <p className="muted small no-margin">
              {t.expires} <Time at={expiresAt} />
            </p>
          )}
        </>
      ),
    },
  ];
  return (
    <NamedValues
      label={t.title}
      add={t.add}
      empty={{ icon: 'lock', title: t.none, hint: t.noneHint }}
      pages={pages}
      values={values}
      usedByWidth="18%"
      canWrite={canWrite}
      edit={(connection, onClose) => <EditConnection connection={connection} onClose={onClose} />}
      remove={(connection, onClose) => (
        <ConfirmWrite
          operation={deleteConnection}
          variables={{ connectionId: connection.id }}
          changes={['flow']}
          title={t.remove(connection.name)}
          description={connection.usedBy.length > 0 ? words.removeHint(connection.name) : undefined}
          onClose={onClose}
        />
      )}
    />
  );
}
