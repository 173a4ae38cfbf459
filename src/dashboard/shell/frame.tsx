import { Tooltip } from '@base-ui/react/tooltip';
import { CatchBoundary, Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isServerError } from '../api/errors';
import { followWorkspace } from '../api/live';
import { useRead } from '../api/query';
import { useTexts } from '../i18n/texts';
import { useJobs } from '../jobs/follow';
import { Empty, ErrorNotice } from '../ui/notice';
import { Skeleton } from '../ui/page';
import { Toasts } from '../ui/toast';
import {
  type FrameWorkspace,
  findWorkspace,
  rememberWorkspace,
  useWorkspaceId,
  WorkspaceContext,
} from '../workspace/workspace';
import { Allowed } from './allowed';
import { Failure } from './failure';
import { Header } from './header';
import { SearchDialog } from './search-dialog';
import styles from './shell.module.css';
import { Sidebar } from './sidebar';
import { shell } from './texts';
import { useTourOf } from './tour';

const Jobs = lazy(() => import('../jobs/jobs-bar'));
const TourSteps = lazy(() => import('./tour-steps'));

/** Navigation, header and search around the screens of a workspace. */
export default function Frame() {
  const t = useTexts(shell);
  const id = useWorkspaceId();
  const { data, error, refetch } = useRead(findWorkspace, { id }, { live: ['member', 'me', 'workspace'], keep: false });
  const jobs = useJobs(data?.me.id, id);
  const [isSearching, setSearching] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const href = useRouterState({ select: ({ location }) => location.pathname });
  const isTour = useTourOf(data?.me.id ?? '', href.replace(/\/$/, '').endsWith(`/w/${id}`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the narrow navigation closes on the way to another page.
  useEffect(() => setOpen(false), [href]);
  useEffect(() => {
    const ended = new AbortController();
    followWorkspace(id, ended.signal);
    return () => ended.abort();
  }, [id]);
  useEffect(() => {
    if (data) rememberWorkspace(id);
  }, [data, id]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  if (!data) {
    if (isServerError(error, 'NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED')) {
      return (
        <Empty
          icon="search"
          title={t.workspaceGone}
          action={
            <Link to="/" search={{ all: true }}>
              {t.chooseWorkspace}
            </Link>
          }
        />
      );
    }
    return (
      <div className={styles.failure}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </div>
    );
  }
  return (
    <Around workspace={data.workspace}>
      <a className={`round py-8 px-14 absolute ${styles.skip}`} href="#content">
        {t.skip}
      </a>
      <div className="flex h-full">
        <Sidebar data={data} isOpen={isOpen} />
        <div className="stack grow min-w-0">
          <Header user={data.me} onSearch={() => setSearching(true)} onMenu={() => setOpen(!isOpen)} />
          {jobs.length > 0 && (
            <Suspense fallback={null}>
              <Jobs jobs={jobs} />
            </Suspense>
          )}
          <main id="content" className="grow min-h-0 scroll no-outline" tabIndex={-1}>
            <CatchBoundary getResetKey={() => href} errorComponent={Failure}>
              <Suspense fallback={null}>
                <Allowed path={href.split(`/w/${id}/`)[1] ?? ''}>
                  <Outlet />
                </Allowed>
              </Suspense>
            </CatchBoundary>
          </main>
        </div>
      </div>
      {isTour && (
        <Suspense fallback={null}>
          <TourSteps userId={data.me.id} />
        </Suspense>
      )}
      <SearchDialog open={isSearching} onClose={() => setSearching(false)} />
    </Around>
  );
}

/** What every screen of a workspace can use. */
function Around({ workspace, children }: { workspace: FrameWorkspace; children: ReactNode }) {
  return (
    <WorkspaceContext value={workspace}>
      <Tooltip.Provider delay={450}>
        <Toasts>{children}</Toasts>
      </Tooltip.Provider>
    </WorkspaceContext>
  );
}
