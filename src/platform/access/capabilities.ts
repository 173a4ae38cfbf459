/** Capabilities that stand alone, each with what it lets its holder do. */
const single = {
  'flows:read': 'See flows, folders, templates, global variables, executions and their steps.',
  'flows:write': 'Create, update and delete flows, folders and templates.',
  'flows:execute': 'Start, simulate, retry and cancel executions.',
  'boveda:manage': 'Create, update and delete secrets.',
  'secrets:use': 'Use secrets in flows.',
  'connections:use': 'Use connections in flows.',
  'members:manage': 'Invite, change and remove members, and manage the API keys of others.',
  'usage:read': 'See usage, costs and the wallet.',
  'analytics:read': 'See analytics.',
  'audit:read': 'See and export the audit log.',
  'outbox:read': 'See the messages that were sent.',
} as const;

/** Families of two capabilities, `:read` and `:write`, each with what it is about. */
const families = {
  contexts: 'company contexts',
  followups: 'follow-up sequences and enrollments',
  crmEvents: 'the events that start flows',
  contacts: 'contacts',
  pipelines: 'pipelines and opportunities',
  agents: 'assistants and their sessions',
  voiceAgents: 'voice agents and calls',
  campaigns: 'campaigns and their recipients',
  emailTemplates: 'email templates',
  whatsappTemplates: 'WhatsApp templates',
  conversations: 'conversations and messages',
  calendarEvents: 'appointments',
  knowledgeDocs: 'knowledge documents',
  callCampaigns: 'call campaigns',
  callerIds: 'caller IDs',
  webhooks: 'webhooks and their deliveries',
  files: 'files',
  connections: 'connections to other services',
} as const;

type Family = keyof typeof families;
export type Capability = keyof typeof single | `${Family}:read` | `${Family}:write`;

/** What each capability lets its holder do. */
export const capabilityWords = {
  ...single,
  ...Object.fromEntries(
    Object.entries(families).flatMap(([family, what]) => [
      [`${family}:read`, `See ${what}.`],
      [`${family}:write`, `Create, update and delete ${what}.`],
    ]),
  ),
} as Readonly<Record<Capability, string>>;

/** All capabilities. */
export const capabilities = Object.keys(capabilityWords) as readonly Capability[];

/**
 * Operations that require one of these are not available to `workspace.request`: a flow changes neither flows nor what others may
 * do, and sees no new secrets.
 */
export const notInFlows: ReadonlySet<Capability> = new Set<Capability>([
  'flows:write',
  'boveda:manage',
  'members:manage',
  'webhooks:write',
  'connections:write',
]);

/** All roles, highest first. */
export const roles = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

const reads = capabilities.filter((capability) => capability.endsWith(':read') && capability !== 'audit:read');
const writes = capabilities.filter((capability) => capability.endsWith(':write'));

/** The capabilities of each role. Some operations require a role in addition, see `authorize`. */
export const capabilitiesOfRole: Readonly<Record<Role, ReadonlySet<Capability>>> = {
  OWNER: new Set(capabilities),
  ADMIN: new Set(capabilities.filter((capability) => capability !== 'boveda:manage')),
  EDITOR: new Set([...reads, ...writes, 'flows:execute', 'secrets:use', 'connections:use'] as Capability[]),
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
