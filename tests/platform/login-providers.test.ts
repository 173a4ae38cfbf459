import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/config/index.js';

const good = {
  id: 'company',
  name: 'Company',
  issuer: 'https://login.example.com',
  clientId: 'client',
  clientSecret: 'do-not-show-this',
};
const workspaceId = '01890a5d-ac96-774b-bcce-b302099a8057';

const load = (providers: unknown, more: Record<string, string> = {}) =>
  loadConfig({ OIDC_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers), ...more });

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('OIDC_PROVIDERS', () => {
  test('has defaults for what is left out', () => {
    expect(load([good]).loginProviders).toEqual([
      { ...good, scopes: ['openid', 'email', 'profile'], domains: [], membership: null },
    ]);
  });

  test('has what new members join', () => {
    const joins = { domains: ['Example.COM'], workspaceId, role: 'EDITOR', rolesClaim: 'roles', scopes: ['email'] };
    const [provider] = load([{ ...good, ...joins }]).loginProviders;
    expect(provider).toMatchObject({ domains: ['example.com'], scopes: ['openid', 'email'] });
    expect(provider?.membership).toMatchObject({
      workspaceId,
      role: 'EDITOR',
      rolesClaim: { claim: 'roles', roles: { ADMIN: 'ADMIN', viewer: 'VIEWER' } },
    });
  });

  test.each([
    ['[0].issuer must be an https: URL', [{ ...good, issuer: 'http://login.example.com' }]],
    ['[0].issuer must be an https: URL', [{ ...good, issuer: 'https://login.example.com?x=1' }]],
    ['[0].clientSecret must be a text', [{ ...good, clientSecret: undefined }]],
    ['[1].id must not be that of another provider', [good, good]],
    ['[1].id must be 1 to 32 lower-case letters', [good, { ...good, id: 'Über' }]],
    [
      '[0].domains[1] must be a domain',
      [{ ...good, domains: ['a.example', '*.example'], workspaceId, role: 'VIEWER' }],
    ],
    ['[0].workspaceId is required together with domains', [{ ...good, domains: ['a.example'] }]],
    ['[0].domains is required together with workspaceId', [{ ...good, workspaceId, role: 'VIEWER' }]],
    ['[0].role must be ADMIN, EDITOR, VIEWER', [{ ...good, domains: ['a.example'], workspaceId, role: 'OWNER' }]],
    ['[0].role or rolesClaim is required', [{ ...good, domains: ['a.example'], workspaceId }]],
    ['[0].clientID is not a field of a provider', [{ ...good, clientID: 'x' }]],
    ['[0] must be an object', ['company']],
    ['a JSON list', '{'],
  ])('is refused: %s', (message, providers) => {
    const said = messageOf(() => load(providers));
    expect(said).toContain(message);
    expect(said).toContain('OIDC_PROVIDERS');
    expect(said).not.toContain('do-not-show');
  });

  test('is required where logins with a password are off', () => {
    expect(messageOf(() => loadConfig({ PASSWORD_LOGIN: 'false' }))).toContain('OIDC_PROVIDERS is required');
    expect(messageOf(() => load([], { PASSWORD_LOGIN: 'false' }))).toContain('OIDC_PROVIDERS is required');
    expect(load([good], { PASSWORD_LOGIN: 'false' }).passwordLogin).toBe(false);
  });

  test('may name a provider on this machine without TLS', () => {
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000']) {
      expect(load([{ ...good, issuer }]).loginProviders).toHaveLength(1);
    }
  });
});
