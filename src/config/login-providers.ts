import { z } from 'zod';
import type { LoginProvider, ProvidedRole } from '../platform/login-provider.js';
import type { SettingType } from './setting-types.js';

const roles = ['ADMIN', 'EDITOR', 'VIEWER'] as const satisfies readonly ProvidedRole[];
const role = z.enum(roles, { error: `must be ${roles.join(', ')}` });
const text = (most: number) => {
  const error = `must be a text of 1 to ${most} characters`;
  return z.string({ error }).min(1, { error }).max(most, { error });
};

const issuer = z
  .string({ error: 'must be a URL' })
  .refine(isIssuer, { error: 'must be an https: URL without query and fragment (http: on this machine only)' });

const domain = z
  .string({ error: 'must be a domain' })
  .transform((value) => value.toLowerCase())
  .refine((value) => /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/.test(value), {
    error: 'must be a domain such as example.com, without @ and *',
  });

const rolesClaim = z.union([text(100), z.strictObject({ claim: text(100), roles: z.record(z.string(), role) })], {
  error: 'must be the name of a claim, or an object with claim and roles (the role of each value)',
});

const provider = z
  .strictObject(
    {
      id: z
        .string({ error: 'must be a text' })
        .regex(/^[a-z\d][a-z\d-]{0,31}$/, { error: 'must be 1 to 32 lower-case letters, digits and hyphens' }),
      name: text(60),
      issuer,
      clientId: text(500),
      clientSecret: text(2_000),
      scopes: z.array(text(200), { error: 'must be a list of texts' }).max(20).optional(),
      domains: z.array(domain, { error: 'must be a list of domains' }).max(100).optional(),
      workspaceId: z.uuid({ error: 'must be the ID of a workspace' }).optional(),
      role: role.optional(),
      rolesClaim: rolesClaim.optional(),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'must be an object') },
  )
  .superRefine(({ domains = [], workspaceId, ...joins }, context) => {
    const report = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (domains.length > 0 && !workspaceId) report('workspaceId', 'is required together with domains');
    if (workspaceId && domains.length === 0) report('domains', 'is required together with workspaceId');
    if (workspaceId && !joins.role && !joins.rolesClaim) report('role', 'or rolesClaim is required with workspaceId');
    if (joins.role && !workspaceId) report('role', 'is not allowed without workspaceId');
    if (joins.rolesClaim && !workspaceId) report('rolesClaim', 'is not allowed without workspaceId');
  });

const list = z.array(provider, { error: 'must be a JSON list' }).max(20).superRefine(requireOneOfEach);

/** The providers of logins: a JSON list. Errors name the index and the field. */
export const loginProviders: SettingType<LoginProvider[]> = z
  .string()
  .transform((value, context): LoginProvider[] => {
    const result = list.safeParse(parseJson(value));
    if (result.success) return result.data.map(toProvider);
    for (const { path, message, ...issue } of result.error.issues) {
      const unknown = 'keys' in issue ? issue.keys : null;
      const where = nameOf(unknown ? [...path, ...unknown.slice(0, 1)] : path);
      const said = unknown ? 'is not a field of a provider' : message;
      context.addIssue({ code: 'custom', message: where ? `${where} ${said}` : said });
    }
    return z.NEVER;
  })
  .describe('a JSON list of providers, each with id, name, issuer, clientId and clientSecret');

type Parsed = z.infer<typeof provider>;

function toProvider({ scopes = ['email', 'profile'], domains = [], workspaceId, ...parsed }: Parsed): LoginProvider {
  const { id, name, issuer, clientId, clientSecret, rolesClaim, role = null } = parsed;
  const byName = Object.fromEntries(roles.flatMap((one) => [one, one.toLowerCase()].map((word) => [word, one])));
  const claim = typeof rolesClaim === 'string' ? { claim: rolesClaim, roles: byName } : (rolesClaim ?? null);
  const membership = workspaceId ? { workspaceId: workspaceId.toLowerCase(), role, rolesClaim: claim } : null;
  const all = [...new Set(['openid', ...scopes])];
  return { id, name, issuer, clientId, clientSecret, scopes: all, domains, membership };
}

function requireOneOfEach(providers: readonly { id: string }[], context: z.RefinementCtx): void {
  providers.forEach(({ id }, index) => {
    if (providers.findIndex((other) => other.id === id) < index) {
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must not be that of another provider' });
    }
  });
}

/** Where an error is: `[0].issuer`. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Tokens travel over TLS only; a provider on this machine is for trying. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search || url.hash || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
