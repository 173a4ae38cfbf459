import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, FormDialog } from '../../ui/dialog';
import { Check, Field, fieldError, Input, Select } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { common } from '../../ui/texts';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const createKey = graphql(`
  mutation ApiKeysCreate($workspaceId: ID!, $input: CreateApiKeyInput!) {
    createApiKey(workspaceId: $workspaceId, input: $input) {
      key
    }
  }
`);

const listCapabilities = graphql(`
  query ApiKeysCapabilities {
    capabilities {
      name
      description
    }
  }
`);

/** Asks what the key may do, then shows it, this once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const can = useCan();
  const { data: known } = useRead(listCapabilities, {});
  const { mutate, data, error, isPending } = useWrite(createKey, ['api_key']);
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [scope, setScope] = useState<'all' | 'chosen'>('chosen');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(['flows:read', 'flows:execute'].filter(can)));
  const toggle = (capability: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(capability);
    else next.delete(capability);
    setChosen(next);
  };
  if (data) {
    return (
      <Dialog title={t.newKey} open onClose={onClose}>
        <Notice tone="success">{t.newKeyHint}</Notice>
        <div className="row gap-8 break round sunken py-10 px-12">
          <code className="grow">{data.createApiKey.key}</code>
          <CopyButton text={data.createApiKey.key} />
        </div>
      </Dialog>
    );
  }
  const submit = () =>
    mutate({
      workspaceId,
      input: {
        name,
        capabilities: scope === 'all' ? ['*'] : [...chosen],
        // The end of the chosen day in the zone of the user.
        expiresAt: expires ? new Date(`${expires}T23:59:59`).toISOString() : null,
      },
    });
  return (
    <FormDialog
      title={t.create}
      open
      onClose={onClose}
      submit={words.create}
      busy={isPending}
      error={error}
      disabled={name.trim() === '' || (scope === 'chosen' && chosen.size === 0)}
      onSubmit={submit}
    >
      <Field label={words.name} error={fieldError(error, 'name')}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t.expires} hint={t.expiresHint} error={fieldError(error, 'expiresAt')}>
        <Input type="date" value={expires} onChange={(event) => setExpires(event.target.value)} />
      </Field>
      <Field label={t.capabilities} error={fieldError(error, 'capabilities')}>
        <Select
          value={scope}
          options={[
            { value: 'chosen', label: t.chosen },
            { value: 'all', label: t.all },
          ]}
          onChange={setScope}
        />
      </Field>
      {scope === 'chosen' && (
        <fieldset className="stack scroll gap-8 border round no-margin max-h-260 py-10 px-12">
          <legend className="visually-hidden">{t.capabilities}</legend>
          {known?.capabilities
            .filter((one) => can(one.name))
            .map((one) => (
              <Check
                key={one.name}
                label={
                  <>
                    <code>{one.name}</code> <small className="muted small">{one.description}</small>
                  </>
                }
                checked={chosen.has(one.name)}
                onChange={(isChosen) => toggle(one.name, isChosen)}
              />
            ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
