import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Capability,
  capabilities,
  capabilitiesOfRole,
  type Role,
  roles,
} from '../../src/platform/access/capabilities.js';
import type { DeclaredRule } from '../../src/platform/graphql/allow.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { nobody } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';
import { askEntrance, type Entrance, entrances, workspaceRoutes } from './isolation/entrances.js';

/**
 * Walks every way into the graph and every REST route, as every kind of caller, and compares the answer with the rule
 * that the operation declares. What is new is walked by itself; what declares no rule does not even start.
 */
let app: TestApp;

/** Two tenants for those attempts that change nothing, whatever comes of them. */
let tenants: { owner: Owner; stranger: Owner };

beforeAll(async () => {
  app = await startTestApp();
  tenants = { owner: await app.seed.owner(), stranger: await app.seed.owner() };
}, 60_000);

afterAll(() => app.stop());

const ask = (entrance: Entrance, workspaceId: string, as?: string) => askEntrance(app, entrance, workspaceId, as);

/** What the declared rule says of a member with a role, in a session. */
function expectedOf(rule: DeclaredRule, role: Role): string {
  const required = [rule.capability ?? []].flat();
  if (!required.every((capability) => capabilitiesOfRole[role].has(capability))) return 'FORBIDDEN';
  return rule.roles && !rule.roles.includes(role) ? 'FORBIDDEN' : 'let in';
}

/** What asks for a capability alone takes nobody's rights away: its callers serve again. What lets others in may. */
function isHarmless({ capability, session, roles }: DeclaredRule): boolean {
  return capability !== undefined && capability !== 'members:manage' && !session && !roles;
}

const kept = new Map<string, Promise<unknown>>();

/** Makes it once for all harmless rules, and afresh for each other. */
function servingAgain<T>(rule: DeclaredRule, name: string, make: () => Promise<T>): Promise<T> {
  if (!isHarmless(rule)) return make();
  const known = (kept.get(name) as Promise<T> | undefined) ?? make();
  kept.set(name, known);
  return known;
}

async function memberAs(role: Role): Promise<Owner> {
  const owner = await app.seed.owner();
  await app.services.db.pool.query('update members set role = $2 where workspace_id = $1', [owner.workspaceId, role]);
  return owner;
}

const inWorkspace = entrances.filter(({ rule }) => !rule.public && !rule.authenticated);

describe.each(entrances)('$name', ({ name, rule }) => {
  const entrance = entrances.find((one) => one.name === name) as Entrance;

  test('asks a stranger for a credential, unless it is public', async () => {
    const answer = await ask(entrance, tenants.owner.workspaceId);
    if (rule.public) expect(['let in', 'INVALID_TOKEN', 'UNAUTHENTICATED', 'FORBIDDEN']).toContain(answer);
    else expect(answer).toBe('UNAUTHENTICATED');
  });
});

describe.each(inWorkspace)('$name', ({ name, rule }) => {
  const entrance = entrances.find((one) => one.name === name) as Entrance;

  test('tells another tenant that the workspace does not exist', async () => {
    const { stranger } = tenants;
    const { workspaceId } = tenants.owner;
    expect(await ask(entrance, workspaceId, stranger.token)).toBe('NOT_FOUND');
    expect(await ask(entrance, nobody, stranger.token)).toBe('NOT_FOUND');
  });

  test.each(roles)('answers %s by its declared rule', async (role) => {
    const { token, workspaceId } = await servingAgain(rule, role, () => memberAs(role));
    expect(await ask(entrance, workspaceId, token)).toBe(expectedOf(rule, role));
  });

  test('answers an API key by its capabilities', async () => {
    const owner = await servingAgain(rule, 'owner', () => app.seed.owner());
    const needed = [rule.capability ?? rule.keyCapability ?? []].flat();
    for (const missing of needed.length > 0 ? needed : [null]) {
      const others = capabilities.filter((one) => one !== missing) as Capability[];
      const without = await servingAgain(rule, `without ${missing}`, () => app.seed.apiKey(owner, others));
      expect(await ask(entrance, owner.workspaceId, without)).toBe(
        rule.session ? 'SESSION_REQUIRED' : missing ? 'FORBIDDEN' : 'let in',
      );
    }
    const withAll = await servingAgain(rule, 'with all', () => app.seed.apiKey(owner, ['*']));
    expect(await ask(entrance, tenants.stranger.workspaceId, withAll)).toBe(
      rule.session ? 'SESSION_REQUIRED' : 'NOT_FOUND',
    );
    expect(await ask(entrance, owner.workspaceId, withAll)).toBe(rule.session ? 'SESSION_REQUIRED' : 'let in');
  });
});

describe.each(workspaceRoutes)('$key', ({ at, body }) => {
  test('is closed to strangers, and hides the workspace from other tenants', async () => {
    const { stranger } = tenants;
    const { workspaceId } = tenants.owner;
    const options = { ...(body && { body }) };
    expect((await app.rest(at(workspaceId), options)).body.error.code).toBe('UNAUTHENTICATED');
    const hidden = await app.rest(at(workspaceId), { ...options, as: stranger.token });
    expect([hidden.status, hidden.body.error.message]).toEqual([404, expect.stringContaining('Workspace not found')]);
  });
});
