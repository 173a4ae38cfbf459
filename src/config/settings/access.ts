import { setting } from '../setting.js';
import { flagSetting, hostsAndRanges, httpUrl, oneOfSetting, textSetting, wholeNumber } from '../setting-types.js';

export const access = {
  REGISTRATION: setting({
    as: 'registration',
    type: oneOfSetting('open', 'first', 'closed'),
    default: ({ production }) => (production ? 'first' : 'open'),
    description: 'Who may register: everybody (`open`), only the first person (`first`), or nobody (`closed`).',
  }),
  CREDITS_SELF_SERVICE: setting({
    as: 'creditsSelfService',
    type: flagSetting,
    default: ({ production, embedded }) => embedded && !production,
    description:
      'Whether owners add credits to their own wallet; otherwise only the operator does, see [credits](credits.md#adding-credits). Everybody who creates a workspace owns it, so leave it off unless you trust everybody with a login.',
  }),
  CODE_NODE: setting({
    as: 'codeNode',
    type: flagSetting,
    default: false,
    description:
      'Lets `data.code` run JavaScript, in a process of its own without rights, environment, network or files. Each server process runs 4 pieces of code at once for one workspace and 8 in all, of at most 64 MiB each.',
  }),
  OUTBOUND_ALLOW: setting({
    as: 'outboundAllow',
    type: hostsAndRanges,
    default: () => [],
    description:
      'Hosts that flows and site analysis may call although their addresses are private. All public addresses are open; private and reserved ones are closed.',
  }),
  RATE_LIMIT_PER_MINUTE: setting({
    as: 'rateLimitPerMinute',
    type: wholeNumber(0, 10_000_000),
    default: 600,
    description:
      'Requests of one caller in one workspace a minute, and GraphQL operations of one address without a credential. `0` is no limit. See [limits](limits.md).',
  }),
  AUTH_RATE_LIMIT: setting({
    as: 'authRateLimit',
    type: wholeNumber(1, 10_000_000),
    default: ({ production }) => (production ? 30 : 300),
    description: 'Requests of one address to the credential routes a minute.',
  }),
  METRICS_TOKEN: setting({
    as: 'metricsToken',
    type: textSetting('any text'),
    unset: 'metrics are open; in production to this machine only',
    secret: true,
    description: 'The bearer token that `GET /metrics` asks for.',
  }),
  JWT_JWKS_URL: setting({
    type: httpUrl('https://id.example.com/.well-known/jwks.json'),
    needs: ['JWT_ISSUER', 'JWT_AUDIENCE'],
    description: 'The key set of a second issuer of access tokens.',
  }),
  JWT_ISSUER: setting({
    type: textSetting("the tokens' `iss`"),
    needs: ['JWT_JWKS_URL', 'JWT_AUDIENCE'],
    description: 'The `iss` that tokens of the second issuer must carry.',
  }),
  JWT_AUDIENCE: setting({
    type: textSetting("the tokens' `aud`"),
    needs: ['JWT_JWKS_URL', 'JWT_ISSUER'],
    description: 'The `aud` that tokens of the second issuer must carry.',
  }),
};
