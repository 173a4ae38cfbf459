const readWrite = <T extends string>(...names: T[]) =>
  names.flatMap((name) => [`${name}:read`, `${name}:write`] as const);

/** All capabilities. */
export const capabilities = [
  'flows:read',
  'flows:write',
  'flows:execute',
  'boveda:manage',
  'secrets:use',
  'members:manage',
  'usage:read',
  'analytics:read',
  'audit:read',
  'outbox:read',
  ...readWrite(
    'contexts',
    'followups',
    'crmEvents',
    'contacts',
    'pipelines',
    'agents',
    'voiceAgents',
    'campaigns',
    'emailTemplates',
    'whatsappTemplates',
    'conversations',
    'calendarEvents',
    'knowledgeDocs',
    'callCampaigns',
    'callerIds',
    'webhooks',
  ),
] as const;
export type Capability = (typeof capabilities)[number];

/** All roles, highest first. */
export const roles = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

const reads = capabilities.filter((capability) => capability.endsWith(':read') && capability !== 'audit:read');
const writes = capabilities.filter((capability) => capability.endsWith(':write'));

/** The capabilities of each role. Some operations require a role in addition, see `authorize`. */
export const capabilitiesOfRole: Readonly<Record<Role, ReadonlySet<Capability>>> = {
  OWNER: new Set(capabilities),
  ADMIN: new Set(capabilities.filter((capability) => capability !== 'boveda:manage')),
  EDITOR: new Set([...reads, ...writes, 'flows:execute', 'secrets:use'] as Capability[]),
  VIEWER: new Set(reads),
};

/** Whether a role is above another. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}

/** True for the names of `capabilities`. */
export function isCapability(value: string): value is Capability {
  return (capabilities as readonly string[]).includes(value);
}
