import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { RecordForm } from '../../ui/record-form';
import { common } from '../../ui/texts';
import { searchOnly, useAddress } from '../../workspace/address';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { NamedValues } from './named-values';
import { texts } from './texts';

const listVariables = graphql(`
  query VaultVariables($id: ID!, $search: String, $cursor: String) {
    workspace(id: $id) {
      globalVariables(search: $search, cursor: $cursor, limit: 50, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          value
          description
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

const createVariable = graphql(`
  mutation VaultCreateVariable($workspaceId: ID!, $input: CreateGlobalVariableInput!) {
    createGlobalVariable(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const updateVariable = graphql(`
  mutation VaultUpdateVariable($workspaceId: ID!, $varId: ID!, $input: UpdateGlobalVariableInput!) {
    updateGlobalVariable(workspaceId: $workspaceId, varId: $varId, input: $input) {
      id
    }
  }
`);

const deleteVariable = graphql(`
  mutation VaultDeleteVariable($workspaceId: ID!, $varId: ID!) {
    deleteGlobalVariable(workspaceId: $workspaceId, varId: $varId) {
      deletedId
    }
  }
`);

type Variable = NonNullable<ResultOf<typeof listVariables>['workspace']['globalVariables']>['items'][number];

/** The variables of the workspace. */
export function Variables() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const canWrite = useCan()('flows:write');
  const [{ q = '' }] = useAddress(searchOnly);
  const pages = usePages(listVariables, { id, search: q || null }, ({ workspace }) => workspace.globalVariables, {
    live: ['variable', 'flow'],
  });
  return (
    <NamedValues
      label={t.variables}
      add={t.addVariable}
      empty={{ icon: 'variable', title: t.noVariables, hint: t.noVariablesHint }}
      pages={pages}
      values={[{ name: 'value', header: t.value, cell: ({ value }) => <Value text={value} /> }]}
      hasDescription
      usedByWidth="18%"
      canWrite={canWrite}
      edit={(variable, onClose) => <EditVariable variable={variable} onClose={onClose} />}
      remove={(variable, onClose) => (
        <ConfirmWrite
          operation={deleteVariable}
          variables={{ varId: variable.id }}
          changes={['variable']}
          title={t.removeVariable(variable.name)}
          description={variable.usedBy.length > 0 ? t.removeHint(variable.name) : undefined}
          onClose={onClose}
        />
      )}
    />
  );
}

function Value({ text }: { text: string }) {
  return (
    <span className="row gap-6">
      <code className="min-w-0 ellipsis">{text.slice(0, 80)}</code>
      <CopyButton text={text} />
    </span>
  );
}

function EditVariable({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const create = useWrite(createVariable, ['variable']);
  const update = useWrite(updateVariable, ['variable']);
  return (
    <RecordForm
      title={variable ? t.editVariable : t.addVariable}
      submit={variable ? words.save : words.create}
      fields={{
        name: { label: words.name, hint: t.nameHint, maxLength: 100, spellCheck: false },
        value: { label: t.value, isLong: true, spellCheck: false },
        description: { label: t.description, maxLength: 2000 },
      }}
      initial={{
        name: variable?.name ?? '',
        value: variable?.value ?? '',
        description: variable?.description ?? '',
      }}
      write={variable ? update : create}
      isComplete={({ name }) => name !== ''}
      onClose={onClose}
      onSubmit={(input) => {
        if (variable) update.mutate({ workspaceId, varId: variable.id, input }, { onSuccess: onClose });
        else create.mutate({ workspaceId, input }, { onSuccess: onClose });
      }}
    />
  );
}
