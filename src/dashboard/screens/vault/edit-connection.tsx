import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field, Select } from '../../ui/field';
import { type FieldDefinition, RecordForm } from '../../ui/record-form';
import { common } from '../../ui/texts';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import type { Connection } from './connection-list';
import { connectionTexts } from './connection-texts';

const createConnection = graphql(`
  mutation VaultCreateConnection($workspaceId: ID!, $input: CreateConnectionInput!) {
    createConnection(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const updateConnection = graphql(`
  mutation VaultUpdateConnection($workspaceId: ID!, $connectionId: ID!, $input: UpdateConnectionInput!) {
    updateConnection(workspaceId: $workspaceId, connectionId: $connectionId, input: $input) {
      id
    }
  }
`);

const testConnection = graphql(`
  mutation VaultTestConnection($workspaceId: ID!, $connectionId: ID!) {
    testConnection(workspaceId: $workspaceId, connectionId: $connectionId) {
      succeeded
      message
    }
  }
`);

type AuthType = Connection['auth']['type'];
type Placement = NonNullable<Connection['auth']['placement']>;
type Tls = 'verify' | 'unverified' | 'off';
type Tested = ResultOf<typeof testConnection>['testConnection'];

/** The form of a connection. Credentials that are left empty stay as they are. */
export function EditConnection({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const t = useTexts(connectionTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const [type, setType] = useState<AuthType>(connection?.auth.type ?? 'bearer');
  const [tls, setTls] = useState<Tls>('verify');
  const [placement, setPlacement] = useState<Placement>(connection?.auth.placement ?? 'header');
  const create = useWrite(createConnection, ['flow']);
  const update = useWrite(updateConnection, ['flow']);
  const hidden = (label: string): FieldDefinition => {
    return { label, hint: t.keep, type: 'password', autoComplete: 'new-password' };
  };
  const ofType: Record<AuthType, Record<string, FieldDefinition>> = {
    apiKey: { 'auth.name': { label: t.keyName, spellCheck: false }, 'auth.value': hidden(t.value) },
    basic: { 'auth.username': { label: t.username, spellCheck: false }, 'auth.password': hidden(t.password) },
    bearer: { 'auth.token': hidden(t.token) },
    database: {
      'auth.url': { ...hidden(t.url), hint: `${t.urlHint} ${t.keep}` },
      'auth.ca': { label: t.ca, hint: t.caHint, isLong: true, spellCheck: false },
    },
    // What they consist of is changed by the API.
    oauth2: {},
  };
  const fields: Record<string, FieldDefinition> = {
    name: { label: words.name, maxLength: 100 },
    ...ofType[type],
    hosts: { label: t.hosts, hint: t.hostsHint, isLong: true, spellCheck: false },
  };
  const submit = (values: Record<string, string>) => {
    const entries = Object.keys(ofType[type]).map((name) => [name.slice('auth.'.length), values[name]]);
    const sent = Object.fromEntries(entries.filter(([, value]) => value));
    // Without a new URL the database stays as it is.
    const isNew = type === 'database' && Boolean(values['auth.url']);
    const auth = { type, ...sent, ...(type === 'apiKey' && { placement }), ...(isNew && { tls }) };
    const written = (values.hosts ?? '').split(/[\s,]+/).filter(Boolean);
    const ofUrl = type === 'database' ? URL.parse(values['auth.url'] ?? '')?.hostname : undefined;
    const hosts = written.length === 0 && ofUrl ? [ofUrl] : written;
    const input = { name: values.name ?? '', hosts, auth };
    if (connection) update.mutate({ workspaceId, connectionId: connection.id, input }, { onSuccess: onClose });
    else create.mutate({ workspaceId, input }, { onSuccess: onClose });
  };
  return (
    <RecordForm<Record<string, string>>
      title={connection ? t.edit : t.add}
      submit={connection ? words.save : words.create}
      fields={fields}
      initial={{
        name: connection?.name ?? '',
        'auth.name': connection?.auth.name ?? '',
        hosts: (connection?.hosts ?? []).join('\n'),
      }}
      write={connection ? update : create}
      isComplete={({ name, hosts, ...rest }) =>
        Boolean(name) && Boolean(hosts || (type === 'database' && rest['auth.url']))
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t.kind}>
        <Select
          value={type}
          options={(['bearer', 'apiKey', 'basic', 'database'] as const).map((value) => ({ value, label: t[value] }))}
          onChange={(value) => setType(value as AuthType)}
        />
      </Field>
      {type === 'apiKey' && (
        <Field label={t.placement}>
          <Select
            value={placement}
            options={(['header', 'query'] as const).map((value) => ({ value, label: t[value] }))}
            onChange={(value) => setPlacement(value as Placement)}
          />
        </Field>
      )}
      {type === 'database' && (
        <Field label={t.tls}>
          <Select
            value={tls}
            options={(['verify', 'unverified', 'off'] as const).map((value) => ({ value, label: t[`tls${value}`] }))}
            onChange={(value) => setTls(value as Tls)}
          />
        </Field>
      )}
      {connection && <Test connectionId={connection.id} />}
    </RecordForm>
  );
}

/** Sends a request with the stored credentials, and shows what was found. */
function Test({ connectionId }: { connectionId: string }) {
  const t = useTexts(connectionTexts);
  const workspaceId = useWorkspaceId();
  const canUse = useCan()('connections:use');
  const [tested, setTested] = useState<Tested | null>(null);
  const test = useWrite(testConnection, []);
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
