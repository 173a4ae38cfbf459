import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../api/graphql';
import { useRead, useWrite } from '../api/query';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Empty, ErrorNotice } from '../ui/notice';
import { Skeleton, useTitle } from '../ui/page';
import { RecordForm } from '../ui/record-form';
import { common } from '../ui/texts';
import { lastWorkspace } from '../workspace/workspace';
import styles from './shell.module.css';
import { shell } from './texts';

const listWorkspaces = graphql(`
  query ChooseWorkspace {
    workspaces(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
        role
      }
    }
  }
`);

const createWorkspace = graphql(`
  mutation CreateDashboardWorkspace($input: CreateWorkspaceInput!) {
    createWorkspace(input: $input) {
      id
    }
  }
`);

/** The first page: the last workspace, or a choice. */
export default function ChooseWorkspace() {
  const t = useTexts(shell);
  const words = useTexts(common);
  useTitle(t.chooseWorkspace);
  const { new: isNew = false, all = false } = useSearch({ strict: false });
  const { data, error, refetch } = useRead(listWorkspaces, {}, { live: ['workspace'] });
  const [isCreating, setCreating] = useState(isNew);
  if (!data) {
    return (
      <div className={styles.choose}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </div>
    );
  }
  const { items } = data.workspaces;
  const last = items.find(({ id }) => id === lastWorkspace()) ?? (items.length === 1 ? items[0] : undefined);
  if (last && !isCreating && !all) return <Navigate to="/w/$workspaceId" params={{ workspaceId: last.id }} replace />;
  return (
    <main className={styles.choose}>
      {items.length === 0 ? (
        <Empty
          icon="flow"
          title={t.noWorkspace}
          action={
            <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
              {t.createWorkspace}
            </Button>
          }
        >
          {t.noWorkspaceHint}
        </Empty>
      ) : (
        <>
          <h1>{t.chooseWorkspace}</h1>
          <ul className={`stack gap-8 mb-18 ${styles.workspaces}`}>
            {items.map(({ id, name, role }) => (
              <li key={id}>
                <Link
                  className="row gap-12 bold plain box py-12 px-14"
                  to="/w/$workspaceId"
                  params={{ workspaceId: id }}
                >
                  <span className={`centred rigid ${styles.letter}`}>{name.slice(0, 1).toUpperCase()}</span>
                  {name}
                  <small className="ml-auto muted">{words.role(role)}</small>
                </Link>
              </li>
            ))}
          </ul>
          <Button icon="plus" onClick={() => setCreating(true)}>
            {t.createWorkspace}
          </Button>
        </>
      )}
      <CreateWorkspace open={isCreating} onClose={() => setCreating(false)} />
    </main>
  );
}

function CreateWorkspace({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(shell);
  const words = useTexts(common);
  const navigate = useNavigate();
  const creation = useWrite(createWorkspace, ['workspace']);
  return (
    <RecordForm
      title={t.createWorkspace}
      open={open}
      submit={words.create}
      fields={{ name: { label: words.name, maxLength: 120 }, timezone: { label: t.timezone, list: 'zones' } }}
      initial={{ name: '', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }}
      write={creation}
      isComplete={({ name }) => name.trim() !== ''}
      onClose={onClose}
      onSubmit={(input) =>
        creation.mutate(
          { input },
          {
            onSuccess: (made) => navigate({ to: '/w/$workspaceId', params: { workspaceId: made.createWorkspace.id } }),
          },
        )
      }
    >
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </RecordForm>
  );
}
