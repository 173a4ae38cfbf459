import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import type { Column } from '../../ui/data-table';
import { RecordForm } from '../../ui/record-form';
import { common } from '../../ui/texts';
import { searchOnly, useAddress } from '../../workspace/address';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useWorkspaceId } from '../../workspace/workspace';
import { NamedValues } from './named-values';
import { texts } from './texts';

const listSecrets = graphql(`
  query VaultSecrets($id: ID!, $search: String, $cursor: String) {
    workspace(id: $id) {
      secrets(search: $search, cursor: $cursor, limit: 50, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          description
          maskedValue
          allowedHosts
          updatedAt
          usedBy {
            flowId
            name
          }
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const createSecret = graphql(`
  mutation VaultCreateSecret($workspaceId: ID!, $input: CreateSecretInput!) {
    createSecret(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const updateSecret = graphql(`
  mutation VaultUpdateSecret($workspaceId: ID!, $secretId: ID!, $input: UpdateSecretInput!) {
    updateSecret(workspaceId: $workspaceId, secretId: $secretId, input: $input) {
      id
    }
  }
`);

const deleteSecret = graphql(`
  mutation VaultDeleteSecret($workspaceId: ID!, $secretId: ID!) {
    deleteSecret(workspaceId: $workspaceId, secretId: $secretId) {
      deletedId
    }
  }
`);

type Secret = NonNullable<ResultOf<typeof listSecrets>['workspace']['secrets']>['items'][number];

/** The secrets of the workspace, for those who manage the vault. */
export function Secrets() {
  const t = useTexts(texts);
  const words = useTexts(common);
  const id = useWorkspaceId();
  const [{ q = '' }] = useAddress(searchOnly);
  const pages = usePages(listSecrets, { id, search: q || null }, ({ workspace }) => workspace.secrets, {
    live: ['secret', 'flow'],
  });
  const values: Column<Secret>[] = [
    { name: 'value', header: t.value, width: '150px', cell: ({ maskedValue }) => <code>{maskedValue}</code> },
    { name: 'hosts', header: t.sentTo, cell: ({ allowedHosts }) => allowedHosts.join(', ') || words.none },
  ];
  return (
    <NamedValues
      label={t.secrets}
      add={t.addSecret}
      empty={{ icon: 'lock', title: t.noSecrets, hint: t.noSecretsHint }}
      pages={pages}
      values={values}
      hasDescription
      usedByWidth="16%"
      canWrite
      edit={(secret, onClose) => <EditSecret secret={secret} onClose={onClose} />}
      remove={(secret, onClose) => (
        <ConfirmWrite
          operation={deleteSecret}
          variables={{ secretId: secret.id }}
          changes={['secret']}
          title={t.removeSecret(secret.name)}
          description={secret.usedBy.length > 0 ? t.removeHint(secret.name) : undefined}
          onClose={onClose}
        />
      )}
    />
  );
}

function EditSecret({ secret, onClose }: { secret: Secret | null; onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const create = useWrite(createSecret, ['secret']);
  const update = useWrite(updateSecret, ['secret']);
  return (
    <RecordForm
      title={secret ? t.editSecret : t.addSecret}
      submit={secret ? words.save : words.create}
      fields={{
        name: { label: words.name, hint: t.nameHint, maxLength: 100, spellCheck: false },
        value: {
          label: secret ? t.newValue : t.value,
          hint: secret ? t.newValueHint : t.valueHint,
          type: 'password',
          autoComplete: 'new-password',
        },
        allowedHosts: { label: t.allowedHosts, hint: t.allowedHostsHint, isLong: true, spellCheck: false },
        description: { label: t.description, maxLength: 2000 },
      }}
      initial={{
        name: secret?.name ?? '',
        value: '',
        allowedHosts: (secret?.allowedHosts ?? []).join('\n'),
        description: secret?.description ?? '',
      }}
      write={secret ? update : create}
      isComplete={({ name, value }) => name !== '' && (secret !== null || value !== '')}
      onClose={onClose}
      onSubmit={({ value, allowedHosts, ...rest }) => {
        const input = { ...rest, allowedHosts: allowedHosts.split(/[\s,]+/).filter(Boolean), ...(value && { value }) };
        if (secret) update.mutate({ workspaceId, secretId: secret.id, input }, { onSuccess: onClose });
        else create.mutate({ workspaceId, input: { ...input, value } }, { onSuccess: onClose });
      }}
    />
  );
}
