import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field, Input, Select, TextArea } from '../../ui/field';
import { toast, toastError } from '../../ui/toast';
import { ControlSettings } from './control/control-settings';
import { setSettings } from './edits';
import type { FlowSettings } from './flow-content';
import { updateFlow } from './flow-operations';
import { numberOf } from './form/schema';
import { HoldFields } from './hold/hold-fields';
import { SidePanel } from './panel';
import styles from './panel.module.css';
import { RetentionFields } from './retention-fields';
import { texts } from './texts';
import { useEditor, useEditorState } from './use-editor';
import { useSide } from './use-side';
import { useIssues } from './use-validation';
import { VariablesEditor } from './variables-editor';

const listErrorFlows = graphql(`
  query EditorErrorFlows($id: ID!) {
    workspace(id: $id) {
      flows(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
    }
  }
`);

/** The settings of the flow: limits and budgets are part of the draft, its name and tags take effect at once. */
export function SettingsPanel() {
  const t = useTexts(texts);
  const { change, flow, canWrite, workspaceId } = useEditor();
  const { settings } = useEditorState(({ content }) => content);
  const issues = useIssues();
  const { show } = useSide();
  const { data } = useRead(listErrorFlows, { id: workspaceId });
  const set = (field: keyof FlowSettings, value: unknown) =>
    change(setSettings, { ...settings, [field]: value }, field);
  const textOf = (field: keyof FlowSettings) =>
    settings[field] === undefined || settings[field] === null ? '' : String(settings[field]);
  const errorOf = (field: string) => issues.find((issue) => !issue.nodeId && issue.field?.endsWith(field))?.message;
  const field = (name: keyof FlowSettings, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorOf(name)}>
      <Input
        {...(hint ? { type: 'number', min: 1 } : { inputMode: 'decimal' })}
        readOnly={!canWrite}
        value={textOf(name)}
        onChange={({ target }) => set(name, hint ? numberOf(target.value) : target.value.trim() || undefined)}
      />
    </Field>
  );
  const others = (data?.workspace.flows?.items ?? []).filter(({ id }) => id !== flow.id);
  return (
    <SidePanel label={t.settings} onClose={() => show(null)}>
      <FlowDetails key={flow.updatedAt} />
      <h3 className={styles.part}>{t.limits}</h3>
      <p className={styles.muted}>{t.limitsHint}</p>
      {field('timeout', t.timeout, t.timeoutHint)}
      {field('maxConcurrent', t.maxConcurrent, t.maxConcurrentHint)}
      <Field label={t.errorFlow} hint={t.errorFlowHint}>
        <Select
          disabled={!canWrite}
          value={textOf('errorFlowId')}
          options={[
            { value: '', label: t.defaultErrorFlow },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => set('errorFlowId', value || undefined)}
        />
      </Field>
      <ControlSettings
        control={settings.control}
        canWrite={canWrite}
        errorOf={errorOf}
        onChange={(control) => set('control', control)}
      />
      <HoldFields
        value={settings.hold}
        canWrite={canWrite}
        errorOf={(name) => errorOf(`hold.${name}`)}
        onChange={(value) => set('hold', value)}
      />
      <div className={styles.two}>
        {field('dailyBudget', t.dailyBudget)}
        {field('monthlyBudget', t.monthlyBudget)}
      </div>
      <RetentionFields
        value={settings.retention}
        canWrite={canWrite}
        errorOf={(name) => errorOf(`retention.${name}`)}
        onChange={(value) => set('retention', value)}
      />
      <VariablesEditor />
    </SidePanel>
  );
}

/** Name, description and tags. */
function FlowDetails() {
  const t = useTexts(texts);
  const { flow, canWrite, workspaceId, loadDetails } = useEditor();
  const [name, setName] = useState(flow.name);
  const [description, setDescription] = useState(flow.description);
  const [tags, setTags] = useState(flow.tags.join(', '));
  const { mutate, isPending } = useWrite(updateFlow, ['flow']);
  const input = {
    name: name.trim(),
    description,
    tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean),
  };
  const isChanged =
    input.name !== flow.name || description !== flow.description || input.tags.join('\n') !== flow.tags.join('\n');
  const save = () =>
    mutate(
      { workspaceId, flowId: flow.id, input },
      {
        onSuccess: () => {
          toast(t.detailsSaved);
          void loadDetails(flow.version).catch(toastError);
        },
        onError: toastError,
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t.name}>
        <Input
          value={name}
          maxLength={200}
          required
          readOnly={!canWrite}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t.description}>
        <TextArea
          value={description}
          maxLength={5_000}
          readOnly={!canWrite}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label={t.tags} hint={t.tagsHint}>
        <Input value={tags} readOnly={!canWrite} onChange={(event) => setTags(event.target.value)} />
      </Field>
      {isChanged && (
        <Button type="submit" look="primary" size="small" busy={isPending} disabled={input.name === ''}>
          {t.saveDetails}
        </Button>
      )}
    </form>
  );
}
