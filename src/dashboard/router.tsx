import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { base } from './api/send';
import { currentUser, resumeSession } from './api/session';
import { useTexts } from './i18n/texts';
import { Failure } from './shell/failure';
import { shell } from './shell/texts';
import { Empty } from './ui/notice';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Failure });

/** Pages for everybody. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: ({ to, problem }): { to?: string; problem?: string } => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof problem === 'string' && { problem }),
  }),
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in')),
});
const openLink = createRoute({
  getParentRoute: () => root,
  path: '/open',
  component: lazyRouteComponent(() => import('./screens/sign-in/open-link')),
});

/** Pages of the signed-in user; others sign in first, and come back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: async ({ location }) => {
    if (currentUser() || (await resumeSession())) return;
    throw redirect({ to: '/signin', search: location.pathname === '/' ? {} : { to: location.href } });
  },
});
const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: ({ all, new: isNew }): { all?: boolean; new?: boolean } => ({
    ...(all === true && { all }),
    ...(isNew === true && { new: isNew }),
  }),
  component: lazyRouteComponent(() => import('./shell/choose-workspace')),
});

const linkLogin = createRoute({
  getParentRoute: () => signedIn,
  path: '/link',
  component: lazyRouteComponent(() => import('./screens/sign-in/link-login')),
});

/** Pages of one workspace, in the frame with navigation. */
const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspaceId',
  component: lazyRouteComponent(() => import('./shell/frame')),
  notFoundComponent: NotFound,
});

/** A screen of a workspace, which is loaded when it is opened. */
// biome-ignore lint/suspicious/noExplicitAny: a component without properties, as a default export.
function screen<const Path extends string>(path: Path, load: () => Promise<{ default: any }>) {
  return createRoute({ getParentRoute: () => workspace, path, component: lazyRouteComponent(load) });
}

const screens = [
  screen('/', () => import('./screens/home/home')),
  screen('/executions', () => import('./screens/executions/executions')),
  screen('/executions/$executionId', () => import('./screens/execution/execution')),
  screen('/approvals', () => import('./screens/approvals/approvals')),
  screen('/vault', () => import('./screens/vault/vault')),
  screen('/files', () => import('./screens/files/files')),
  screen('/connections', () => import('./screens/connections/connections')),
  screen('/analytics', () => import('./screens/analytics/analytics')),
  screen('/usage', () => import('./screens/usage/usage')),
  screen('/webhooks', () => import('./screens/webhooks/webhooks')),
  screen('/webhooks/$webhookId', () => import('./screens/webhooks/webhook')),
  screen('/members', () => import('./screens/members/members')),
  screen('/keys', () => import('./screens/keys/keys')),
  screen('/audit', () => import('./screens/audit/audit')),
  screen('/api', () => import('./screens/api/api')),
  screen('/settings', () => import('./screens/settings/settings')),
  screen('/flows', () => import('./screens/flows/flows')),
  screen('/templates', () => import('./screens/templates/templates')),
  screen('/flows/$flowId', () => import('./screens/editor/editor')),
  screen('/inbox', () => import('./screens/inbox/inbox')),
  screen('/inbox/$conversationId', () => import('./screens/inbox/inbox')),
  screen('/contacts', () => import('./screens/contacts/contacts')),
  screen('/contacts/$contactId', () => import('./screens/contact/contact')),
  screen('/pipeline', () => import('./screens/pipeline/pipeline')),
  screen('/pipeline/$pipelineId', () => import('./screens/pipeline/pipeline')),
  screen('/calendar', () => import('./screens/calendar/calendar')),
  screen('/calendar/$eventId', () => import('./screens/calendar/calendar')),
  screen('/campaigns', () => import('./screens/campaigns/campaigns')),
  screen('/campaigns/$campaignId', () => import('./screens/campaign/campaign')),
  screen('/message-templates', () => import('./screens/message-templates/message-templates')),
  screen('/sequences', () => import('./screens/sequences/sequences')),
  screen('/sequences/$sequenceId', () => import('./screens/sequence/sequence')),
  screen('/account', () => import('./screens/account/account')),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    openLink,
    signedIn.addChildren([start, linkLogin, workspace.addChildren(screens)]),
  ]),
  basepath: base,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  scrollRestoration: true,
});

/** Loads the screen of the address. */
export function loadScreen(): void {
  for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) void router.loadRouteChunk(route);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** For addresses without a page. */
function NotFound() {
  const t = useTexts(shell);
  return (
    <Empty heading="h1" icon="search" title={t.notFound} action={<Link to="/">{t.toStart}</Link>}>
      {t.notFoundHint}
    </Empty>
  );
}

/** What surrounds every page. It is in the first file that a browser loads, so it is next to nothing. */
function Root() {
  return <Outlet />;
}
