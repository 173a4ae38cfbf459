import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import type { Provider } from './providers';
import { createSecret, type Secret, updateSecret } from './queries';
import { texts } from './texts';

interface ConnectProps {
  provider: Provider;
  /** The secrets that exist, by name. */
  secrets: ReadonlyMap<string, Secret>;
  onClose: () => void;
}

/** Asks for the account at a provider, and keeps it as secrets of the workspace. */
export function Connect({ provider, secrets, onClose }: ConnectProps) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const creation = useWrite(createSecret, ['secret']);
  const change = useWrite(updateSecret, ['secret']);
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const isComplete = provider.secrets.every(
    ({ name, isRequired }) => !isRequired || secrets.has(name) || values[name]?.trim(),
  );
  const save = async () => {
    for (const [name, text] of filled) {
      const value = text.trim();
      const known = secrets.get(name);
      if (known) await change.mutateAsync({ workspaceId, secretId: known.id, input: { value } });
      else await creation.mutateAsync({ workspaceId, input: { name, value } });
    }
    toast(words.saved);
    onClose();
  };
  return (
    <FormDialog
      title={t.connectTitle(t[`name_${provider.name}`])}
      description={t.connectHint}
      open
      onClose={onClose}
      submit={words.save}
      busy={creation.isPending || change.isPending}
      error={creation.error ?? change.error}
      disabled={filled.length === 0 || !isComplete}
      onSubmit={() => void save().catch(() => null)}
    >
      {provider.secrets.map(({ name, isRequired, isPlain, example }) => (
        <Field
          key={name}
          label={isRequired ? name : `${name} (${t.optional})`}
          hint={secrets.has(name) ? t.isSet : example && t.example(example)}
        >
          <Input
            type={isPlain ? 'text' : 'password'}
            autoComplete={isPlain ? 'off' : 'new-password'}
            spellCheck={false}
            value={values[name] ?? ''}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </Field>
      ))}
    </FormDialog>
  );
}
