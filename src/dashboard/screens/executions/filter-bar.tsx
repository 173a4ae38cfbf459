import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { statusTexts } from '../../ui/execution-status';
import { type Option, Select } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './executions.module.css';
import { type FilterChange, type Filters, periods, phases, statuses, triggers } from './filters';
import { texts, triggerTexts } from './texts';

const flowsOf = graphql(`
  query ExecutionsFlows($workspaceId: ID!) {
    workspace(id: $workspaceId) {
      flows(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
    }
  }
`);

interface FilterBarProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
}

/** The filters of the list; all of them stand in the address of the page. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = useTexts(texts);
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'view' && value !== undefined);
  const none: FilterChange = {
    status: undefined,
    phase: undefined,
    trigger: undefined,
    period: undefined,
    flowId: undefined,
    triggerNode: undefined,
    q: undefined,
    code: undefined,
    node: undefined,
    version: undefined,
  };
  return (
    <Toolbar>
      <SearchBox label={t.searchHint} value={filters.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <StatusFilter filters={filters} onChange={onChange} />
      <FlowFilter filters={filters} onChange={onChange} />
      <OtherFilters filters={filters} onChange={onChange} />
      {filters.code && (
        <span className={`inline gap-6 border round chosen ${styles.chip}`}>
          {t.filteredBy(
            [filters.code, filters.node, filters.version && t.versionShort(filters.version)]
              .filter(Boolean)
              .join(' · '),
          )}
          <IconButton
            size="small"
            icon="close"
            label={t.clearFilters}
            onClick={() => onChange({ code: undefined, node: undefined, version: undefined })}
          />
        </span>
      )}
      {filters.triggerNode && (
        <span className={`inline gap-6 border round chosen ${styles.chip}`}>
          {t.startedBy(filters.triggerNode)}
          <IconButton
            size="small"
            icon="close"
            label={t.clearTrigger}
            onClick={() => onChange({ triggerNode: undefined })}
          />
        </span>
      )}
      {isFiltered && (
        <Button look="quiet" size="small" onClick={() => onChange(none)}>
          {t.clearFilters}
        </Button>
      )}
    </Toolbar>
  );
}

function StatusFilter({ filters, onChange }: FilterBarProps) {
  const t = useTexts(texts);
  const words = useTexts(statusTexts);
  const options = [{ value: '', label: t.anyStatus }, ...statuses.map((value) => ({ value, label: words[value] }))];
  return (
    <Select
      aria-label={t.status}
      value={filters.status ?? ''}
      options={options as Option[]}
      onChange={(status) => onChange({ status: (status || undefined) as Filters['status'] })}
    />
  );
}

/** The executions of one flow. */
export function FlowFilter({ filters, onChange }: FilterBarProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const { data } = useRead(flowsOf, { workspaceId }, { live: ['flow'] });
  const flows = data?.workspace.flows?.items ?? [];
  const options = flows.map(({ id, name }) => ({ value: id, label: name }));
  const isOther = filters.flowId !== undefined && !flows.some(({ id }) => id === filters.flowId);
  return (
    <Select
      aria-label={t.flow}
      value={filters.flowId ?? ''}
      options={[
        { value: '', label: t.allFlows },
        ...options,
        ...(isOther ? [{ value: filters.flowId as string, label: filters.flowId as string }] : []),
      ]}
      onChange={(flowId) => onChange({ flowId: flowId || undefined })}
    />
  );
}

function OtherFilters({ filters, onChange }: FilterBarProps) {
  const t = useTexts(texts);
  const words = useTexts(triggerTexts);
  return (
    <>
      <Select
        aria-label={t.trigger}
        value={filters.trigger ?? ''}
        options={[
          { value: '', label: t.anyTrigger },
          ...triggers.map((value) => ({ value: value as string, label: words[value] })),
        ]}
        onChange={(trigger) => onChange({ trigger: (trigger || undefined) as Filters['trigger'] })}
      />
      <Select
        aria-label={t.phase}
        value={filters.phase ?? ''}
        options={[
          { value: '', label: t.anyPhase },
          ...phases.map((value) => ({ value: value as string, label: t[value] })),
        ]}
        onChange={(phase) => onChange({ phase: (phase || undefined) as Filters['phase'] })}
      />
      <PeriodFilter filters={filters} onChange={onChange} />
    </>
  );
}

/** How far the list goes back. */
export function PeriodFilter({ filters, onChange }: FilterBarProps) {
  const t = useTexts(texts);
  const labels: Record<keyof typeof periods, string> = { '1h': t.hour1, '24h': t.day1, '7d': t.days7, '30d': t.days30 };
  return (
    <Select
      aria-label={t.period}
      value={filters.period ?? ''}
      options={[{ value: '', label: t.anyTime }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]}
      onChange={(period) => onChange({ period: (period || undefined) as Filters['period'] })}
    />
  );
}
