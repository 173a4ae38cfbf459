import { defineModule } from '../../module.js';
import { externalIdentities, sessions } from '../entities/session.entity.js';
import { accounts, users } from '../entities/user.entity.js';
import { AccountResolver } from './account.resolver.js';
import { AuthResolver, MeResolver } from './auth.resolver.js';
import { accountLinks } from './links/account-link.entity.js';
import { accountMails } from './links/account-mails.js';
import { identitySessions, linkedIdentities, providerLogins } from './oidc/linked-identity.entity.js';
import { oidcClient } from './oidc/oidc-client.js';
import { idTokenContext } from './oidc/provider-sessions.js';
import { IdentityResolver } from './providers/identity.resolver.js';
import { TotpResolver } from './totp/totp.resolver.js';
import { totpContext } from './totp/totp-factor.js';
import { recoveryCodes, totpFactors } from './totp.entity.js';

export { findMe } from './find-me.js';
export { createLoginLink, createResetLink, markEmailVerified, moveToEmail, removeTotp } from './operator-actions.js';
export { createUser, disableUser, enableUser, listUsers, setPassword } from './operator-users.js';
export { register } from './registration/register.js';
export { cookieSession } from './sessions/cookie-session.js';
export { readCookie, setCookie } from './sessions/cookies.js';
export { resolveCaller } from './tokens/resolve-caller.js';

export const authModule = defineModule({
  name: 'accounts/auth',
  resolvers: [AuthResolver, MeResolver, AccountResolver, TotpResolver, IdentityResolver],
  entities: [
    accounts,
    users,
    sessions,
    externalIdentities,
    accountLinks,
    totpFactors,
    recoveryCodes,
    linkedIdentities,
    identitySessions,
    providerLogins,
  ],
  services: [accountMails, oidcClient],
  instanceColumns: [
    { table: 'totp_factors', column: 'secret', key: 'user_id', context: totpContext },
    { table: 'identity_sessions', column: 'id_token', key: 'session_id', context: idTokenContext },
  ],
  routes: async () => [
    (await import('./auth.routes.js')).routes,
    (await import('./account.routes.js')).routes,
    (await import('./providers/identity.routes.js')).routes,
  ],
});
