import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePages, useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Select } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Page, Skeleton, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { type Address, type AddressChange, among, passing, text, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { useStatusText } from '../customers/badges';
import { useMemberOptions } from '../customers/members';
import { customers } from '../customers/texts';
import { Board } from './board';
import { OpportunityForm } from './opportunity-form';
import { PipelineForm } from './pipeline-form';
import { listOpportunities, listPipelines, type Pipeline as PipelineRow } from './queries';
import { pipelineTexts } from './texts';

/** Sales by the stages of a pipeline. */
export default function Pipeline() {
  const t = useTexts(pipelineTexts);
  const id = useWorkspaceId();
  const can = useCan();
  const navigate = useNavigate();
  const { pipelineId } = useParams({ strict: false });
  const { data, error, refetch } = useRead(listPipelines, { id }, { every: () => 60_000, live: ['opportunity'] });
  const [form, setForm] = useState<'create' | 'edit' | null>(null);
  const open = (next: string) =>
    void navigate({ to: '/w/$workspaceId/pipeline/$pipelineId', params: { workspaceId: id, pipelineId: next } });
  if (!data) {
    return (
      <Page title={t.title}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </Page>
    );
  }
  const pipelines = data.workspace.pipelines?.items ?? [];
  const pipeline = pipelines.find((one) => one.id === pipelineId) ?? pipelines[0];
  const dialog = form && (
    <PipelineForm {...(form === 'edit' && pipeline && { pipeline })} onClose={() => setForm(null)} onCreated={open} />
  );
  if (!pipeline) {
    return (
      <Page title={t.title}>
        <Empty
          icon="pipeline"
          title={t.empty}
          action={
            can('pipelines:write') && (
              <Button look="primary" icon="plus" onClick={() => setForm('create')}>
                {t.createPipeline}
              </Button>
            )
          }
        >
          {t.emptyHint}
        </Empty>
        {dialog}
      </Page>
    );
  }
  return (
    <>
      <Opportunities key={pipeline.id} pipeline={pipeline} pipelines={pipelines} onOpen={open} onForm={setForm} />
      {dialog}
    </>
  );
}

interface OpportunitiesProps {
  pipeline: PipelineRow;
  pipelines: readonly PipelineRow[];
  onOpen: (pipelineId: string) => void;
  onForm: (form: 'create' | 'edit') => void;
}

const statuses = ['open', 'won', 'lost'] as const;
const names = { q: passing, status: among(['all', ...statuses]), assigned: text, open: text };

/** Opportunities that the board shows at most; the sums of more would take too long to read. */
const atMost = 1_000;

function Opportunities({ pipeline, pipelines, onOpen, onForm }: OpportunitiesProps) {
  const t = useTexts(pipelineTexts);
  const id = useWorkspaceId();
  const can = useCan();
  const [filters, setFilters] = useAddress(names);
  const [isCreating, setCreating] = useState(false);
  const status = filters.status ?? 'all';
  const pages = usePages(
    listOpportunities,
    {
      id,
      pipelineId: pipeline.id,
      search: filters.q ?? null,
      status: status === 'all' ? null : status,
      assignedTo: filters.assigned ?? null,
    },
    ({ workspace }) => workspace.opportunities,
    { live: ['opportunity', 'contact'] },
  );
  const loaded = pages.items?.length ?? 0;
  const { more } = pages;
  useEffect(() => {
    if (loaded > 0 && loaded < atMost) more();
  }, [loaded, more]);
  const describe = (total: number | undefined, count: number) => {
    if (total === undefined) return undefined;
    return total > atMost && count >= atMost ? t.loaded(count, total) : t.opportunities(total);
  };
  const mayWrite = can('pipelines:write');
  const chosen = pages.items?.find((one) => one.id === filters.open);
  const hasStages = pipeline.stages.length > 0;
  return (
    <Page
      title={pipeline.name}
      description={describe(pages.total, loaded)}
      fill
      actions={
        mayWrite && (
          <>
            <IconButton icon="settings" look="plain" label={t.editPipeline} onClick={() => onForm('edit')} />
            <Button icon="plus" onClick={() => onForm('create')}>
              {t.createPipeline}
            </Button>
            <Button look="primary" icon="plus" disabled={!hasStages} onClick={() => setCreating(true)}>
              {t.create}
            </Button>
          </>
        )
      }
    >
      <Filters filters={filters} onChange={setFilters} pipeline={pipeline} pipelines={pipelines} onOpen={onOpen} />
      {pages.query.error && !pages.items && <ErrorNotice error={pages.query.error} />}
      {!pages.items && !pages.query.error && <Skeleton lines={8} />}
      {pages.items && hasStages && (
        <Board pipeline={pipeline} items={pages.items} onOpen={(open) => setFilters({ open })} />
      )}
      {!hasStages && (
        <Empty
          icon="columns"
          title={t.noStages}
          action={mayWrite && <Button onClick={() => onForm('edit')}>{t.addStage}</Button>}
        >
          {t.noStagesHint}
        </Empty>
      )}
      {isCreating && (
        <OpportunityForm pipelines={pipelines} pipelineId={pipeline.id} onClose={() => setCreating(false)} />
      )}
      {chosen && (
        <OpportunityForm
          key={chosen.id}
          pipelines={pipelines}
          pipelineId={pipeline.id}
          opportunity={chosen}
          onClose={() => setFilters({ open: undefined })}
        />
      )}
    </Page>
  );
}

interface FiltersProps {
  filters: Address<typeof names>;
  onChange: (change: AddressChange<typeof names>) => void;
  pipeline: PipelineRow;
  pipelines: readonly PipelineRow[];
  onOpen: (pipelineId: string) => void;
}

function Filters({ filters, onChange, pipeline, pipelines, onOpen }: FiltersProps) {
  const t = useTexts(pipelineTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  const members = useMemberOptions();
  return (
    <Toolbar>
      {pipelines.length > 1 && (
        <Select
          aria-label={t.pipeline}
          value={pipeline.id}
          options={pipelines.map((one) => ({ value: one.id, label: one.name }))}
          onChange={onOpen}
        />
      )}
      <SearchBox value={filters.q ?? ''} label={t.search} onChange={(q) => onChange({ q })} />
      <Select
        aria-label={words.status}
        value={filters.status ?? 'all'}
        options={[
          { value: 'all', label: t.status_all },
          ...statuses.map((value) => ({ value: value as string, label: statusText(value) })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Select
        aria-label={words.assignedTo}
        value={filters.assigned ?? ''}
        options={[{ value: '', label: words.anybody }, ...members]}
        onChange={(assigned) => onChange({ assigned })}
      />
    </Toolbar>
  );
}
