import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { BackLink } from '../../ui/back-link';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Page, Skeleton } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { among, useAddress } from '../../workspace/address';
import { useWorkspaceId } from '../../workspace/workspace';
import { sequencesTexts } from '../sequences/texts';
import { Actions } from './actions';
import { Editor } from './editor';
import { Enrollments } from './enrollments';
import { choicesOf, findSequence } from './query';

const names = { tab: among(['steps', 'enrollments']) };

/** One sequence: its steps and settings, and who is enrolled. */
export default function Sequence() {
  const t = useTexts(sequencesTexts);
  const id = useWorkspaceId();
  const { sequenceId = '' } = useParams({ strict: false });
  const [filters, setFilters] = useAddress(names);
  const { data, error, refetch } = useRead(findSequence, { id, sequenceId }, { live: ['sequence'], keep: false });
  const back = <BackLink to={`/w/${id}/sequences`}>{t.allSequences}</BackLink>;
  if (!data) {
    return (
      <Page title={t.title} description={back}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </Page>
    );
  }
  const sequence = data.workspace.followUpSequence;
  if (!sequence) return <Empty icon="wait" title={t.gone} action={back} />;
  return (
    <Page title={sequence.name} description={back} fill actions={<Actions sequence={sequence} />}>
      <Tabs
        value={filters.tab ?? 'steps'}
        onChange={(tab) => setFilters({ tab: tab === 'steps' ? undefined : tab })}
        tabs={[
          {
            name: 'steps',
            label: t.steps,
            content: <Editor key={sequence.id} sequence={sequence} choices={choicesOf(data.workspace)} />,
          },
          { name: 'enrollments', label: t.enrollments, content: <Enrollments sequence={sequence} /> },
        ]}
      />
    </Page>
  );
}
