import type { LoginProvider } from '../../../../../src/platform/login-provider.js';

/** A provider of the configuration. */
export function providerOf(given: Partial<LoginProvider> & Pick<LoginProvider, 'issuer'>): LoginProvider {
  return {
    id: 'company',
    name: 'Company',
    clientId: 'client',
    clientSecret: 'secret',
    scopes: ['openid', 'email', 'profile'],
    domains: [],
    membership: null,
    ...given,
  };
}

/** The problem that an address of the sign-in screen names. */
export const problemIn = (url: string): string | null =>
  new URL(url).pathname === '/app/signin' ? new URL(url).searchParams.get('problem') : null;
