import { createRuntime } from '../../../../src/app/create-runtime.js';
import type { Credentials } from '../../../../src/contexts/accounts/auth/credentials.object.js';
import { register } from '../../../../src/contexts/accounts/auth/registration/register.js';
import { issueCredentials } from '../../../../src/contexts/accounts/auth/sessions/signed-in.js';
import { resolveCaller } from '../../../../src/contexts/accounts/auth/tokens/resolve-caller.js';
import { findAccess } from '../../../../src/contexts/accounts/members/index.js';
import type { AccessRule } from '../../../../src/platform/graphql/authorize.js';
import { GraphContext, type Scope } from '../../../../src/platform/graphql/context.js';
import { createLog } from '../../../../src/platform/log.js';
import type { Services, Settings } from '../../../../src/platform/services.js';
import { createTestDatabase } from '../../../support/database.js';
import { testConfig } from '../../../support/test-config.js';

/** The accounts context on a database of its own, with a clock that moves only when it is set. */
export interface Identity {
  services: Services;
  clock: { now: Date };
  /** The same server with other settings. */
  with(settings: Partial<Settings>): Services;
  /** The context of a request, and the cookies that its answer sets. */
  context(request?: { bearer?: string; cookie?: string }): Promise<GraphContext & { answered: string[] }>;
  signUp(email: string): Promise<SignedUp>;
  scope(bearer: string, workspaceId: string, rule?: AccessRule): Promise<Scope>;
  close(): Promise<void>;
}

export interface SignedUp extends Credentials {
  /** For the Cookie header. */
  cookie: string;
  workspaceId: string;
}

export const password = 'correct horse battery';

export async function createIdentity(): Promise<Identity> {
  const database = await createTestDatabase();
  const log = createLog({ level: 'fatal' });
  const clock = { now: new Date('2026-11-21T09:00:00.000Z') };
  const { services, stop } = await createRuntime(testConfig(database.url), { log, now: () => clock.now });
  const { settings } = services;

  async function context(request: { bearer?: string; cookie?: string } = {}) {
    const caller = await resolveCaller(request.bearer && `Bearer ${request.bearer}`, services);
    const answered: string[] = [];
    const made = new GraphContext(
      services,
      caller,
      { id: 'test', log },
      (principal, workspaceId) => findAccess(services, principal, workspaceId),
      { header: request.cookie, sink: { setCookie: (value) => answered.push(value) } },
    );
    return Object.assign(made, { answered });
  }

  return {
    services,
    clock,
    with: (changed) => ({ ...services, settings: { ...settings, ...changed } }),
    context,
    async signUp(email) {
      const anonymous = await context();
      const credentials = await issueCredentials(anonymous, await register(services, { email, password }));
      const [cookie = ''] = (anonymous.answered[0] ?? '').split(';');
      return { ...credentials, cookie, workspaceId: credentials.workspaces[0]?.id ?? '' };
    },
    async scope(bearer, workspaceId, rule = {}) {
      return (await context({ bearer })).authorize(rule, workspaceId);
    },
    async close() {
      await stop();
      await database.drop();
    },
  };
}
