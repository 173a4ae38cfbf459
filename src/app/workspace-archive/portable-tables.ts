import { createSecret } from '../../contexts/automation/webhooks/index.js';

/** What the value of a column becomes in the new workspace; texts as `COPY` writes them, `\N` for null. */
export type Replaced = 'owner' | 'nobody' | ((value: string) => string);

/** How the rows of a table move into another workspace. Everything that is not said here moves as it is. */
export interface PortableTable {
  /** Columns that the file does not contain: the new row has their defaults. */
  without?: readonly string[];
  /** Columns that change: of users, who are others there, and of what would start by itself. */
  replaced?: Readonly<Record<string, Replaced>>;
  /** JSON in which IDs are not replaced: it was written by others. */
  verbatim?: readonly string[];
  /** Texts in which IDs are replaced, as they are in UUIDs and JSON. */
  texts?: readonly string[];
  /** A column that the vault encrypts. Without a passphrase the file has either no row or no such column. */
  encrypted?: { column: string; without: 'rows' } | { column: string; without: 'column'; renew: () => string };
}

export const none = '\\N';
const off = () => 'f';
const becomes = (of: Readonly<Record<string, string>>) => (value: string) => of[value] ?? value;
const claim = ['worker_id', 'fence'];

/** The tables whose rows `workspace export` writes. */
export const portableTables: Readonly<Record<string, PortableTable>> = {
  agents: {},
  calendar_events: {},
  call_campaigns: { replaced: { status: becomes({ scheduled: 'draft', running: 'paused' }) } },
  caller_ids: {},
  // The rest of a campaign that was being sent is not sent again.
  campaign_recipients: { without: ['due_at'], replaced: { status: becomes({ queued: 'cancelled' }) } },
  campaigns: {
    without: [...claim, 'due_at', 'gathered_to'],
    replaced: {
      status: becomes({ scheduled: 'draft', sending: 'cancelled', paused: 'cancelled' }),
      paused_reason: () => none,
    },
  },
  company_contexts: {},
  connections: {
    without: ['scopes', 'account', 'expires_at'],
    replaced: { status: () => 'pending', problem: () => none },
    encrypted: { column: 'encrypted_credentials', without: 'column', renew: () => '{}' },
  },
  contacts: { replaced: { assigned_to: 'nobody' }, verbatim: ['unsubscribed_by'] },
  conversations: { replaced: { assigned_to: 'nobody' } },
  email_templates: {},
  flow_drafts: { replaced: { updated_by: 'owner' } },
  flow_folders: {},
  flow_references: { texts: ['name'] },
  flow_state: {},
  flow_template_uses: {},
  flow_templates: {},
  flow_versions: { replaced: { created_by: 'owner' } },
  flows: { replaced: { is_active: off, run_as: 'owner' } },
  follow_up_sequences: { replaced: { is_active: off } },
  global_variables: { texts: ['value'] },
  knowledge_docs: {},
  messages: { replaced: { status: becomes({ queued: 'failed' }) } },
  opportunities: { replaced: { assigned_to: 'nobody' } },
  pipelines: {},
  secrets: { encrypted: { column: 'encrypted_value', without: 'rows' } },
  voice_agents: {},
  voice_calls: { verbatim: ['transcript', 'metadata'] },
  webhooks: {
    without: [...claim, 'encrypted_previous_secret', 'previous_secret_until', 'disabled_at', 'disabled_reason'].concat([
      'failing_since',
      'queue_full_since',
      'failures',
      'retry_at',
      'served_at',
    ]),
    replaced: { is_active: off, run_as: 'owner' },
    encrypted: { column: 'encrypted_secret', without: 'column', renew: createSecret },
  },
  whatsapp_templates: {},
};

const history = 'what executions did is history of this server; a backup has it';
const inProgress = 'work in progress is not done a second time';
const derived = 'derived from other tables';
const access = 'people and keys have access to one workspace';
const bytes = 'files can be larger than all else, and their bytes in other places; the API copies them';
const billed = 'what was consumed belongs to the account that paid';
const ofProcesses = 'kept by processes for a short time';

/** The tables of a workspace that `workspace export` leaves out, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  agent_sessions: history,
  analytics_days: derived,
  analytics_deltas: derived,
  analytics_recounts: derived,
  analytics_weeks: derived,
  api_key_addresses: access,
  api_keys: access,
  approval_codes: inProgress,
  audit_chains: 'the audit log proves what happened in one workspace',
  audit_log: 'the audit log proves what happened in one workspace',
  audit_totals: 'the audit log proves what happened in one workspace',
  blob_uses: history,
  blobs: history,
  budget_notices: billed,
  contact_tags: derived,
  credit_reservations: billed,
  kept_events: history,
  connection_authorizations: inProgress,
  connection_links: 'addresses belong to this server',
  connection_tokens: 'granted to this server: the account is connected again',
  early_message_states: inProgress,
  event_waits: inProgress,
  execution_claims: inProgress,
  execution_deltas: derived,
  execution_descendants: ofProcesses,
  execution_events: history,
  execution_failures: inProgress,
  execution_notices: inProgress,
  execution_start_rates: ofProcesses,
  execution_steps: history,
  execution_totals: derived,
  executions: history,
  file_bytes: bytes,
  file_parts: bytes,
  file_segments: bytes,
  file_uploads: inProgress,
  files: bytes,
  flow_controls: inProgress,
  flow_holds: inProgress,
  hold_failures: inProgress,
  parked_steps: inProgress,
  flow_spending: billed,
  flow_tags: derived,
  flow_triggers: 'written from the flows; each webhook has a new URL',
  follow_up_enrollments: inProgress,
  idempotency_keys: ofProcesses,
  idempotent_requests: ofProcesses,
  invitations: access,
  job_parts: inProgress,
  jobs: inProgress,
  key_rotations: 'data keys stay with their workspace',
  mail_outbox: inProgress,
  members: access,
  message_deliveries: inProgress,
  outbox_messages: history,
  poll_items: 'found again: the first poll of an activated trigger remembers what is there',
  quota_refusals: ofProcesses,
  rate_slots: ofProcesses,
  received_media: inProgress,
  search_documents: derived,
  test_calls: 'addresses belong to this server, and what strangers sent for a test stays here',
  unrouted_messages: 'received by the numbers of this server',
  usage_days: billed,
  usage_deltas: billed,
  usage_events: billed,
  usage_hours: billed,
  voice_dials: inProgress,
  webhook_deliveries: history,
  workspace_changes: ofProcesses,
  workspace_keys: 'data keys stay with their workspace',
  workspace_spending: billed,
  workspace_storage: derived,
};

/** The columns of `workspaces` that move: all others are of the server, or are set when the workspace is created. */
export const portableSettings = [
  'name',
  'timezone',
  'country',
  'daily_budget',
  'monthly_budget',
  'postal_address',
  'default_error_flow_id',
];
export const leftOutSettings = ['id', 'account_id', 'created_at', 'updated_at', 'quotas', 'work_weight'];
