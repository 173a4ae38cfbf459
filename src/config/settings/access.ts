import { loginProviders } from '../login-providers.js';
import { setting } from '../setting.js';
import { flagSetting, hostsAndRanges, httpUrl, oneOfSetting, textSetting, wholeNumber } from '../setting-types.js';

export const access = {
  REGISTRATION: setting({
    as: 'registration',
    type: oneOfSetting('open', 'first', 'closed'),
    default: ({ production }) => (production ? 'first' : 'open'),
    description:
      'Who may register: everyone (`open`), only the first user (`first`), or no one (`closed`): then invitations add only users who have an account, and the operator creates accounts.',
  }),
  WORKSPACE_CREATION: setting({
    as: 'workspaceCreation',
    type: oneOfSetting('members', 'operator'),
    default: 'members',
    description:
      'Who may create workspaces: every user (`members`), who also gets a first one when registering, or only the operator on the command line (`operator`), see [workspaces](operations.md#creating-workspaces).',
  }),
  EMAIL_VERIFICATION: setting({
    as: 'emailVerification',
    type: oneOfSetting('required', 'optional'),
    default: 'optional',
    description:
      'Whether users can work in workspaces only after they have verified their email (`required`, which needs `SMTP_URL`). With `SMTP_URL` new users always receive an email with a link, see [accounts](how-to/protect-your-account.md).',
  }),
  OIDC_PROVIDERS: setting({
    as: 'loginProviders',
    type: loginProviders,
    default: () => [],
    secret: true,
    description:
      'The providers of OpenID Connect that users can log in with: a JSON list of objects with `id`, `name`, `issuer`, `clientId` and `clientSecret`, and optionally `scopes`, `domains`, `workspaceId`, `role` and `rolesClaim`, see [login by a provider](how-to/log-in-by-a-provider.md).',
  }),
  PASSWORD_LOGIN: setting({
    as: 'passwordLogin',
    type: flagSetting,
    default: true,
    description:
      'Whether users log in and register with a password. `false` requires `OIDC_PROVIDERS`: then only these providers, and links of the operator, open sessions.',
  }),
  CREDITS_SELF_SERVICE: setting({
    as: 'creditsSelfService',
    type: flagSetting,
    default: ({ production, embedded }) => embedded && !production,
    description:
      'Whether owners may add credits to their own wallet. Otherwise only the operator can, see [credits](credits.md#adding-credits). A user who creates a workspace is its owner, so leave this off unless you trust every user.',
  }),
  CODE_NODE: setting({
    as: 'codeNode',
    type: flagSetting,
    unset:
      'on where the process of the code has no network: on Linux if `/usr/bin/unshare` may create user and network namespaces; at start the server logs whether it may',
    description:
      'Whether `data.code` may run JavaScript, in a separate process without privileges, environment variables or files, and on Linux without network. With `true` it also runs where the system cannot take the network from that process: its code has no function to reach the network, but the process is not cut off from it, so run workers in a network of their own. Each server process runs at most 4 scripts at once per workspace and 8 in total, with at most 64 MiB of memory each.',
  }),
  OUTBOUND_ALLOW: setting({
    as: 'outboundAllow',
    type: hostsAndRanges,
    default: () => [],
    description:
      'Private addresses that flows and site analysis may call. Public addresses are always allowed; private and reserved ones only when listed here.',
  }),
  RATE_LIMIT_PER_MINUTE: setting({
    as: 'rateLimitPerMinute',
    type: wholeNumber(0, 10_000_000),
    default: 600,
    description:
      'Requests per minute of one caller in one workspace, and GraphQL operations per minute of one address without a credential. `0` means no limit. See [limits](limits.md).',
  }),
  AUTH_RATE_LIMIT: setting({
    as: 'authRateLimit',
    type: wholeNumber(1, 10_000_000),
    default: ({ production }) => (production ? 30 : 300),
    description: 'Requests per minute of one address to the credential routes.',
  }),
  CONNECTIONS_PER_ADDRESS: setting({
    as: 'connectionsPerAddress',
    type: wholeNumber(1, 1_000_000),
    default: 500,
    description:
      'The connections of one address at once in one process, its requests in progress, and its WebSocket handshakes per minute. Connections of proxies that `TRUST_PROXY` names are not counted. See [limits](limits.md#bodies-origins-sockets).',
  }),
  SOCKETS_PER_CALLER: setting({
    as: 'socketsPerCaller',
    type: wholeNumber(1, 1_000_000),
    default: 100,
    description: 'The WebSockets of one caller (a user, or an API key) at once in one process.',
  }),
  SUBSCRIPTIONS_PER_CALLER: setting({
    as: 'subscriptionsPerCaller',
    type: wholeNumber(1, 1_000_000),
    default: 1_000,
    description:
      'The subscriptions of one caller (a user, or an API key) at once in one process, over WebSockets and server-sent events together. All callers of one address together may have four times as many.',
  }),
  METRICS_TOKEN: setting({
    as: 'metricsToken',
    type: textSetting('any text'),
    unset: 'no token is required; in production only this machine may read metrics',
    secret: true,
    description: 'The bearer token that `GET /metrics` requires.',
  }),
  JWT_JWKS_URL: setting({
    type: httpUrl('https://id.example.com/.well-known/jwks.json'),
    needs: ['JWT_ISSUER', 'JWT_AUDIENCE'],
    description: 'The URL of the key set (JWKS) of a second issuer of access tokens.',
  }),
  JWT_ISSUER: setting({
    type: textSetting("the tokens' `iss`"),
    needs: ['JWT_JWKS_URL', 'JWT_AUDIENCE'],
    description: 'The `iss` claim that tokens of the second issuer must have.',
  }),
  JWT_AUDIENCE: setting({
    type: textSetting("the tokens' `aud`"),
    needs: ['JWT_JWKS_URL', 'JWT_ISSUER'],
    description: 'The `aud` claim that tokens of the second issuer must have.',
  }),
};
