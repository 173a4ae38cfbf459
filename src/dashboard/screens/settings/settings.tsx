import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { withoutZeros } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field, fieldError, Input, Select, TextArea } from '../../ui/field';
import { ErrorNotice, Notice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { Leave } from './leave';
import { texts } from './texts';

const readSettings = graphql(`
  query WorkspaceSettings($id: ID!) {
    workspace(id: $id) {
      id
      name
      role
      timezone
      country
      dailyBudget
      monthlyBudget
      defaultErrorFlowId
      postalAddress
      updatedAt
      flows(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
    }
  }
`);

const updateWorkspace = graphql(`
  mutation UpdateWorkspaceSettings($workspaceId: ID!, $input: UpdateWorkspaceInput!, $ifUnmodifiedSince: DateTime) {
    updateWorkspace(workspaceId: $workspaceId, input: $input, ifUnmodifiedSince: $ifUnmodifiedSince) {
      id
    }
  }
`);

type SettingsOf = ResultOf<typeof readSettings>['workspace'];

/** The settings of the workspace. */
export default function Settings() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const { data, error, refetch } = useRead(readSettings, { id }, { live: ['workspace', 'flow'], keep: false });
  return (
    <Page title={t.title}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && <Form key={data.workspace.updatedAt} workspace={data.workspace} />}
      {data && <Leave workspace={data.workspace} />}
    </Page>
  );
}

function Form({ workspace }: { workspace: SettingsOf }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const canChange = useCan()('members:manage');
  const { mutate, error, isPending } = useWrite(updateWorkspace, ['workspace', 'me']);
  const [values, setValues] = useState({
    name: workspace.name,
    timezone: workspace.timezone,
    country: workspace.country ?? '',
    dailyBudget: withoutZeros(workspace.dailyBudget ?? ''),
    monthlyBudget: withoutZeros(workspace.monthlyBudget ?? ''),
    defaultErrorFlowId: workspace.defaultErrorFlowId ?? '',
    postalAddress: workspace.postalAddress ?? '',
  });
  const bind = (name: keyof typeof values) => ({
    value: values[name],
    disabled: !canChange,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const submit = () => {
    const input = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value.trim() === '' ? null : value]),
    );
    const { id: workspaceId, updatedAt: ifUnmodifiedSince } = workspace;
    mutate({ workspaceId, input, ifUnmodifiedSince }, { onSuccess: () => toast(words.saved) });
  };
  const flows = [
    { value: '', label: t.noErrorFlow },
    ...(workspace.flows?.items ?? []).map((flow) => ({ value: flow.id, label: flow.name })),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {!canChange && <Notice>{t.readOnly}</Notice>}
      <Card title={t.general}>
        <div className="columns-360 gap-x-20">
          <Field label={words.name} error={fieldError(error, 'name')}>
            <Input maxLength={120} {...bind('name')} />
          </Field>
          <Field label={t.timezone} hint={t.timezoneHint} error={fieldError(error, 'timezone')}>
            <Input list="zones" {...bind('timezone')} />
          </Field>
          <datalist id="zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <Field label={t.country} hint={t.countryHint} error={fieldError(error, 'country')}>
            <Input maxLength={2} {...bind('country')} />
          </Field>
          <Field label={t.errorFlow} hint={t.errorFlowHint} error={fieldError(error, 'defaultErrorFlowId')}>
            <Select
              value={values.defaultErrorFlowId}
              disabled={!canChange}
              options={flows}
              onChange={(value) => setValues({ ...values, defaultErrorFlowId: value })}
            />
          </Field>
          <Field label={t.postalAddress} hint={t.postalAddressHint} error={fieldError(error, 'postalAddress')}>
            <TextArea rows={3} maxLength={500} autoComplete="street-address" {...bind('postalAddress')} />
          </Field>
        </div>
      </Card>
      <Card title={t.budget}>
        <p className="muted mb-8">{t.budgetHint}</p>
        <div className="columns-360 gap-x-20">
          <Field label={t.daily} error={fieldError(error, 'dailyBudget')}>
            <Input inputMode="decimal" {...bind('dailyBudget')} />
          </Field>
          <Field label={t.monthly} error={fieldError(error, 'monthlyBudget')}>
            <Input inputMode="decimal" {...bind('monthlyBudget')} />
          </Field>
        </div>
      </Card>
      {error ? <ErrorNotice error={error} /> : null}
      {canChange && (
        <Button type="submit" look="primary" busy={isPending}>
          {words.save}
        </Button>
      )}
    </form>
  );
}
