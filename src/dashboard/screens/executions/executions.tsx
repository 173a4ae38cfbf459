import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Page } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { ErrorGroups } from './error-groups';
import { ExecutionList } from './execution-list';
import { FilterBar } from './filter-bar';
import { type Filters, useFilters } from './filters';
import { Holds } from './holds';
import { texts } from './texts';

/** Every run of the workspace: a live list with filters, and failures by their cause. */
export default function Executions() {
  const t = useTexts(texts);
  const [filters, change] = useFilters();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const view = filters.view ?? 'list';
  return (
    <Page title={t.title} description={t.description} fill>
      <Tabs
        value={view}
        onChange={(name) => change({ view: name === 'list' ? undefined : (name as Filters['view']) })}
        tabs={[
          {
            name: 'list',
            label: t.list,
            content: view === 'list' && (
              <div className="stack min-h-0 h-full pt-12">
                <FilterBar filters={filters} onChange={change} />
                <ExecutionList filters={filters} onChange={change} chosen={chosen} onChoose={setChosen} />
              </div>
            ),
          },
          {
            name: 'errors',
            label: t.errors,
            content: view === 'errors' && (
              <div className="stack min-h-0 h-full pt-12">
                <ErrorGroups filters={filters} onChange={change} />
              </div>
            ),
          },
          {
            name: 'holds',
            label: t.holds,
            content: view === 'holds' && (
              <div className="stack min-h-0 h-full pt-12">
                <Holds filters={filters} onChange={change} />
              </div>
            ),
          },
        ]}
      />
    </Page>
  );
}
