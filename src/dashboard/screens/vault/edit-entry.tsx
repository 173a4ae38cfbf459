import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Notice } from '../../ui/notice';
import { RecordForm } from '../../ui/record-form';
import { common } from '../../ui/texts';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const setEntry = graphql(`
  mutation VaultSetState($workspaceId: ID!, $key: String!, $flowId: ID, $input: SetStateEntryInput!) {
    setStateEntry(workspaceId: $workspaceId, key: $key, flowId: $flowId, input: $input) {
      id
    }
  }
`);

interface EditEntryProps {
  /** Null for a new one. */
  entry: { key: string; value?: unknown; flowId?: string | null; expiresAt?: string | null } | null;
  /** The flow whose state a new one is added to at first; null for that of the workspace. */
  flowId: string | null;
  /** The flows that a new one can be added to. */
  flows: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** The form of an entry. A change of another meanwhile, for example by an execution, is not overwritten. */
export function EditEntry({ entry, flowId, flows, onClose }: EditEntryProps) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const write = useWrite(setEntry, ['state_entry']);
  const [isInvalid, setInvalid] = useState(false);
  const save = (key: string, of: string | null, text: string, expected: unknown) => {
    const parsed = readJson(text);
    setInvalid(parsed === null);
    if (parsed)
      write.mutate({ workspaceId, key, flowId: of, input: { value: parsed.value, expected } }, { onSuccess: onClose });
  };
  const value = { label: t.jsonValue, isLong: true, spellCheck: false };
  const form = { write, onClose, children: isInvalid && <Notice tone="danger">{t.invalidJson}</Notice> };
  if (!entry) {
    const options = [{ value: '', label: t.ofWorkspace }, ...flows.map(({ id, name }) => ({ value: id, label: name }))];
    return (
      <RecordForm
        {...form}
        title={t.addEntry}
        submit={words.create}
        fields={{ flow: { label: t.ofFlow, options }, key: { label: t.key, maxLength: 200, spellCheck: false }, value }}
        initial={{ flow: flowId ?? '', key: '', value: '' }}
        isComplete={({ key }) => key !== ''}
        onSubmit={(typed) => save(typed.key, typed.flow || null, typed.value, null)}
      />
    );
  }
  return (
    <RecordForm
      {...form}
      title={t.editEntry}
      description={<code>{entry.key}</code>}
      submit={words.save}
      fields={{ value: entry.expiresAt ? { ...value, hint: t.ttlHint } : value }}
      initial={{ value: JSON.stringify(entry.value ?? null, null, 2) }}
      onSubmit={(typed) => save(entry.key, entry.flowId ?? null, typed.value, entry.value ?? null)}
    />
  );
}

/** The value of a text; null if it is not JSON. */
function readJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
