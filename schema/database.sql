create table account_links (
  user_id uuid not null,
  purpose text not null,
  email USER-DEFINED not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  account_links_pkey PRIMARY KEY (user_id, purpose),
  account_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'verify_email'::text, 'change_email'::text, 'log_in'::text]))),
  account_links_token_hash_key UNIQUE (token_hash),
  account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX account_links_pkey ON public.account_links USING btree (user_id, purpose);
CREATE UNIQUE INDEX account_links_token_hash_key ON public.account_links USING btree (token_hash);

create table accounts (
  id uuid not null default uuidv7(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  accounts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id);

create table agent_sessions (
  workspace_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  conversation_id uuid,
  execution_id uuid,
  step_id uuid,
  chain json,
  key text not null,
  status text not null,
  input text not null,
  output text,
  error text,
  turns integer not null,
  max_turns integer not null,
  tool_calls jsonb not null,
  messages json,
  again boolean not null default false,
  tries integer not null default 0,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  worker_id uuid,
  fence integer not null default 0,
  step_attempt integer,
  agent_sessions_key_unique UNIQUE (workspace_id, key),
  agent_sessions_pkey PRIMARY KEY (workspace_id, id),
  agent_sessions_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'handed_off'::text, 'failed'::text]))),
  agent_sessions_workspace_id_agent_id_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES agents(workspace_id, id) ON DELETE CASCADE,
  agent_sessions_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE,
  agent_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX agent_sessions_agent ON public.agent_sessions USING btree (workspace_id, agent_id, created_at, id);
CREATE UNIQUE INDEX agent_sessions_answering ON public.agent_sessions USING btree (workspace_id, conversation_id) WHERE (status = 'running'::text);
CREATE INDEX agent_sessions_conversation ON public.agent_sessions USING btree (workspace_id, conversation_id, id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX agent_sessions_created_at ON public.agent_sessions USING btree (workspace_id, created_at);
CREATE INDEX agent_sessions_due ON public.agent_sessions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX agent_sessions_ended_at ON public.agent_sessions USING btree (workspace_id, ended_at, id);
CREATE INDEX agent_sessions_execution ON public.agent_sessions USING btree (workspace_id, execution_id, id) WHERE (execution_id IS NOT NULL);
CREATE UNIQUE INDEX agent_sessions_key_unique ON public.agent_sessions USING btree (workspace_id, key);
CREATE UNIQUE INDEX agent_sessions_pkey ON public.agent_sessions USING btree (workspace_id, id);
CREATE INDEX agent_sessions_status ON public.agent_sessions USING btree (workspace_id, status, id);
CREATE INDEX agent_sessions_turns ON public.agent_sessions USING btree (workspace_id, turns, id);
CREATE INDEX agent_sessions_updated_at ON public.agent_sessions USING btree (workspace_id, updated_at, id);
CREATE INDEX agent_sessions_worker ON public.agent_sessions USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (due_at IS NOT NULL));
forced policy own_workspace;

create table agents (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  prompt text,
  model text,
  temperature double precision,
  tools _uuid not null,
  company_context_id uuid,
  is_active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  agents_pkey PRIMARY KEY (workspace_id, id),
  agents_workspace_id_company_context_id_fkey FOREIGN KEY (workspace_id, company_context_id) REFERENCES company_contexts(workspace_id, id) ON DELETE SET NULL (company_context_id),
  agents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX agents_company_context ON public.agents USING btree (workspace_id, company_context_id) WHERE (company_context_id IS NOT NULL);
CREATE INDEX agents_created_at ON public.agents USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX agents_pkey ON public.agents USING btree (workspace_id, id);
forced policy own_workspace;

create table analytics_days (
  workspace_id uuid not null,
  metric text not null,
  day date not null,
  dim text not null,
  n bigint not null,
  total bigint not null,
  analytics_days_pkey PRIMARY KEY (workspace_id, metric, day, dim),
  analytics_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX analytics_days_pkey ON public.analytics_days USING btree (workspace_id, metric, day, dim);
forced policy own_workspace;

create table analytics_deltas (
  workspace_id uuid not null,
  at timestamp with time zone not null,
  metrics _text not null,
  dims _text not null,
  n bigint not null,
  total bigint not null
);
CREATE INDEX analytics_deltas_workspace ON public.analytics_deltas USING btree (workspace_id);
forced policy own_workspace;

create table analytics_recounts (
  workspace_id uuid not null,
  analytics_recounts_pkey PRIMARY KEY (workspace_id),
  analytics_recounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX analytics_recounts_pkey ON public.analytics_recounts USING btree (workspace_id);
forced policy own_workspace;

create table analytics_weeks (
  workspace_id uuid not null,
  metric text not null,
  week date not null,
  dim text not null,
  n bigint not null,
  total bigint not null,
  analytics_weeks_pkey PRIMARY KEY (workspace_id, metric, week, dim),
  analytics_weeks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX analytics_weeks_pkey ON public.analytics_weeks USING btree (workspace_id, metric, week, dim);
forced policy own_workspace;

create table api_key_addresses (
  workspace_id uuid not null,
  key_id uuid not null,
  address text not null,
  first_used_at timestamp with time zone not null,
  api_key_addresses_pkey PRIMARY KEY (workspace_id, key_id, address),
  api_key_addresses_workspace_id_key_id_fkey FOREIGN KEY (workspace_id, key_id) REFERENCES api_keys(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX api_key_addresses_pkey ON public.api_key_addresses USING btree (workspace_id, key_id, address);
forced policy own_workspace;

create table api_keys (
  id uuid not null default uuidv7(),
  workspace_id uuid not null,
  created_by uuid not null,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  capabilities _text not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  api_keys_capabilities_check CHECK ((array_position(capabilities, NULL::text) IS NULL)),
  api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  api_keys_key_hash_key UNIQUE (key_hash),
  api_keys_pkey PRIMARY KEY (workspace_id, id),
  api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_created_by ON public.api_keys USING btree (created_by);
CREATE UNIQUE INDEX api_keys_key_hash_key ON public.api_keys USING btree (key_hash);
CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (workspace_id, id);
forced policy own_workspace;

create table approval_codes (
  workspace_id uuid not null,
  id uuid not null,
  step_id uuid not null,
  approver USER-DEFINED not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  approval_codes_pkey PRIMARY KEY (workspace_id, id),
  approval_codes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX approval_codes_pkey ON public.approval_codes USING btree (workspace_id, id);
CREATE INDEX approval_codes_step ON public.approval_codes USING btree (workspace_id, step_id, approver, created_at);
forced policy own_workspace;

create table audit_chains (
  workspace_id uuid not null,
  position bigint not null default 0,
  hash bytea not null default '\x'::bytea,
  audit_chains_pkey PRIMARY KEY (workspace_id)
);
CREATE UNIQUE INDEX audit_chains_pkey ON public.audit_chains USING btree (workspace_id);
forced policy own_workspace;

create table audit_log (
  id uuid not null,
  workspace_id uuid not null,
  actor_kind text not null,
  user_id uuid,
  key_id uuid,
  action text not null,
  target_id uuid,
  fields _text not null default '{}'::text[],
  outcome text not null,
  code text,
  ip text,
  request_id text not null,
  created_at timestamp with time zone not null,
  actor text,
  details json,
  position bigint not null,
  hash bytea not null,
  before json,
  after json,
  audit_log_actor CHECK (
CASE
    WHEN (actor_kind = ANY (ARRAY['user'::text, 'apiKey'::text])) THEN (user_id IS NOT NULL)
    WHEN (actor_kind = 'link'::text) THEN (actor IS NOT NULL)
    ELSE (user_id IS NULL)
END),
  audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'apiKey'::text, 'link'::text, 'anonymous'::text, 'operator'::text]))),
  audit_log_fields_check CHECK ((array_position(fields, NULL::text) IS NULL)),
  audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text]))),
  audit_log_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (workspace_id, action, id);
CREATE INDEX audit_log_actor_kind ON public.audit_log USING btree (workspace_id, actor_kind, id) WHERE ((actor_kind <> 'user'::text) AND (actor_kind <> 'apiKey'::text));
CREATE INDEX audit_log_actor_text ON public.audit_log USING btree (workspace_id, actor, id) WHERE (actor IS NOT NULL);
CREATE INDEX audit_log_key ON public.audit_log USING btree (workspace_id, key_id, id);
CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (workspace_id, id);
CREATE UNIQUE INDEX audit_log_position ON public.audit_log USING btree (workspace_id, "position");
CREATE INDEX audit_log_refused ON public.audit_log USING btree (workspace_id, id) WHERE (outcome = 'refused'::text);
CREATE INDEX audit_log_target ON public.audit_log USING btree (workspace_id, target_id, id) WHERE (target_id IS NOT NULL);
CREATE INDEX audit_log_user ON public.audit_log USING btree (workspace_id, user_id, id);
forced policy own_workspace;

create table audit_totals (
  workspace_id uuid not null,
  action text not null,
  actor_kind text not null,
  outcome text not null,
  n bigint not null,
  audit_totals_pkey PRIMARY KEY (workspace_id, action, actor_kind, outcome)
);
CREATE UNIQUE INDEX audit_totals_pkey ON public.audit_totals USING btree (workspace_id, action, actor_kind, outcome);
forced policy own_workspace;

create table backups (
  id uuid not null default uuidv7(),
  created_at timestamp with time zone not null,
  duration_ms integer not null,
  bytes bigint not null,
  rows bigint not null,
  destination text not null,
  backups_destination_check CHECK ((destination = ANY (ARRAY['file'::text, 'object_storage'::text]))),
  backups_pkey PRIMARY KEY (id)
);
CREATE INDEX backups_created_at ON public.backups USING btree (created_at);
CREATE UNIQUE INDEX backups_pkey ON public.backups USING btree (id);

create table blob_uses (
  workspace_id uuid not null,
  execution_id uuid not null,
  blob_id uuid not null,
  blob_uses_pkey PRIMARY KEY (workspace_id, execution_id, blob_id),
  blob_uses_workspace_id_blob_id_fkey FOREIGN KEY (workspace_id, blob_id) REFERENCES blobs(workspace_id, id)
);
CREATE INDEX blob_uses_blob ON public.blob_uses USING btree (workspace_id, blob_id);
CREATE UNIQUE INDEX blob_uses_pkey ON public.blob_uses USING btree (workspace_id, execution_id, blob_id);
forced policy own_workspace;

create table blobs (
  workspace_id uuid not null,
  id uuid not null,
  size integer not null,
  content text,
  sha256 bytea,
  encrypted text,
  bytes_id uuid,
  created_at timestamp with time zone not null default now(),
  blobs_check CHECK (((num_nonnulls(content, encrypted, bytes_id) = 1) AND ((encrypted IS NULL) = (sha256 IS NOT NULL)))),
  blobs_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX blobs_encrypted ON public.blobs USING btree (workspace_id, id) WHERE (encrypted IS NOT NULL);
CREATE INDEX blobs_movable ON public.blobs USING btree (id) WHERE (content IS NOT NULL);
CREATE UNIQUE INDEX blobs_pkey ON public.blobs USING btree (workspace_id, id);
forced policy own_workspace;

create table budget_notices (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid,
  period text not null,
  begins date not null,
  limit_micros bigint not null,
  exceeded_at timestamp with time zone not null default now(),
  due_at timestamp with time zone default now(),
  budget_notices_once UNIQUE NULLS NOT DISTINCT (workspace_id, flow_id, period, begins, limit_micros),
  budget_notices_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text]))),
  budget_notices_pkey PRIMARY KEY (workspace_id, id),
  budget_notices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX budget_notices_once ON public.budget_notices USING btree (workspace_id, flow_id, period, begins, limit_micros) NULLS NOT DISTINCT;
CREATE INDEX budget_notices_pending ON public.budget_notices USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX budget_notices_pkey ON public.budget_notices USING btree (workspace_id, id);
forced policy own_workspace;

create table calendar_events (
  workspace_id uuid not null,
  id uuid not null,
  title text not null,
  contact_id uuid,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  timezone text not null,
  status text not null,
  location text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  calendar_events_pkey PRIMARY KEY (workspace_id, id),
  calendar_events_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE SET NULL (contact_id),
  calendar_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX calendar_events_contact ON public.calendar_events USING btree (workspace_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX calendar_events_created_at ON public.calendar_events USING btree (workspace_id, created_at, id);
CREATE INDEX calendar_events_ends_at ON public.calendar_events USING btree (workspace_id, ends_at, id);
CREATE UNIQUE INDEX calendar_events_pkey ON public.calendar_events USING btree (workspace_id, id);
CREATE INDEX calendar_events_starts_at ON public.calendar_events USING btree (workspace_id, starts_at, id);
CREATE INDEX calendar_events_status ON public.calendar_events USING btree (workspace_id, status, id);
CREATE INDEX calendar_events_title ON public.calendar_events USING btree (workspace_id, title, id);
CREATE INDEX calendar_events_updated_at ON public.calendar_events USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table call_campaigns (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  voice_agent_id uuid,
  caller_id uuid,
  status text not null,
  audience jsonb not null,
  counts jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  call_campaigns_pkey PRIMARY KEY (workspace_id, id),
  call_campaigns_workspace_id_caller_id_fkey FOREIGN KEY (workspace_id, caller_id) REFERENCES caller_ids(workspace_id, id) ON DELETE SET NULL (caller_id),
  call_campaigns_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  call_campaigns_workspace_id_voice_agent_id_fkey FOREIGN KEY (workspace_id, voice_agent_id) REFERENCES voice_agents(workspace_id, id) ON DELETE SET NULL (voice_agent_id)
);
CREATE INDEX call_campaigns_caller ON public.call_campaigns USING btree (workspace_id, caller_id) WHERE (caller_id IS NOT NULL);
CREATE INDEX call_campaigns_created_at ON public.call_campaigns USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX call_campaigns_pkey ON public.call_campaigns USING btree (workspace_id, id);
CREATE INDEX call_campaigns_voice_agent ON public.call_campaigns USING btree (workspace_id, voice_agent_id) WHERE (voice_agent_id IS NOT NULL);
forced policy own_workspace;

create table caller_ids (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  phone text not null,
  verified boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  caller_ids_phone_unique UNIQUE (workspace_id, phone),
  caller_ids_pkey PRIMARY KEY (workspace_id, id),
  caller_ids_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX caller_ids_created_at ON public.caller_ids USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX caller_ids_phone_unique ON public.caller_ids USING btree (workspace_id, phone);
CREATE UNIQUE INDEX caller_ids_pkey ON public.caller_ids USING btree (workspace_id, id);
forced policy own_workspace;

create table campaign_recipients (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  campaign_id uuid not null,
  contact_id uuid not null,
  status text not null,
  error text,
  tries integer not null default 0,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  campaign_recipients_once UNIQUE (workspace_id, campaign_id, contact_id),
  campaign_recipients_pkey PRIMARY KEY (workspace_id, id),
  campaign_recipients_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'skipped'::text, 'cancelled'::text, 'sandboxed'::text]))),
  campaign_recipients_workspace_id_campaign_id_fkey FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns(workspace_id, id) ON DELETE CASCADE,
  campaign_recipients_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE CASCADE,
  campaign_recipients_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX campaign_recipients_contact ON public.campaign_recipients USING btree (workspace_id, contact_id);
CREATE INDEX campaign_recipients_created_at ON public.campaign_recipients USING btree (workspace_id, campaign_id, created_at, id);
CREATE INDEX campaign_recipients_due ON public.campaign_recipients USING btree (workspace_id, campaign_id, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX campaign_recipients_once ON public.campaign_recipients USING btree (workspace_id, campaign_id, contact_id);
CREATE UNIQUE INDEX campaign_recipients_pkey ON public.campaign_recipients USING btree (workspace_id, id);
CREATE INDEX campaign_recipients_sent_at ON public.campaign_recipients USING btree (workspace_id, campaign_id, sent_at, id);
CREATE INDEX campaign_recipients_status ON public.campaign_recipients USING btree (workspace_id, campaign_id, status, id);
CREATE INDEX campaign_recipients_updated_at ON public.campaign_recipients USING btree (workspace_id, campaign_id, updated_at, id);
forced policy own_workspace;

create table campaigns (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null,
  status text not null,
  template_id uuid,
  audience jsonb not null,
  scheduled_at timestamp with time zone,
  sent_count integer not null,
  delivered_count integer not null,
  failed_count integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  message text,
  error text,
  recipient_count integer not null default 0,
  skipped_count integer not null default 0,
  due_at timestamp with time zone,
  worker_id uuid,
  fence integer not null default 0,
  gathered_to uuid,
  is_gathered boolean not null default false,
  sandboxed_count integer not null default 0,
  paused_reason text,
  campaigns_pkey PRIMARY KEY (workspace_id, id),
  campaigns_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX campaigns_created_at ON public.campaigns USING btree (workspace_id, created_at, id);
CREATE INDEX campaigns_due ON public.campaigns USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX campaigns_due_of_workspace ON public.campaigns USING btree (workspace_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX campaigns_pkey ON public.campaigns USING btree (workspace_id, id);
CREATE INDEX campaigns_worker ON public.campaigns USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (due_at IS NOT NULL));
forced policy own_workspace;

create table company_contexts (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  company_name text not null,
  website_url text,
  description text,
  industry text,
  services _text not null,
  business_hours text,
  contact_info jsonb not null,
  faqs jsonb not null,
  is_default boolean not null,
  auto_scrape boolean not null,
  analyzed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  company_contexts_pkey PRIMARY KEY (workspace_id, id),
  company_contexts_services_check CHECK ((array_position(services, NULL::text) IS NULL)),
  company_contexts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX company_contexts_created_at ON public.company_contexts USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX company_contexts_default ON public.company_contexts USING btree (workspace_id) WHERE is_default;
CREATE UNIQUE INDEX company_contexts_pkey ON public.company_contexts USING btree (workspace_id, id);
forced policy own_workspace;

create table connection_authorizations (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  connection_id uuid not null,
  revision text not null,
  state_hash bytea not null,
  encrypted_verifier text not null,
  user_id uuid,
  link_id uuid,
  browser_hash bytea,
  expires_at timestamp with time zone not null,
  connection_authorizations_check CHECK (((user_id IS NULL) = ((link_id IS NOT NULL) AND (browser_hash IS NOT NULL)))),
  connection_authorizations_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE,
  connection_authorizations_link_id_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES connection_links(workspace_id, id) ON DELETE CASCADE,
  connection_authorizations_pkey PRIMARY KEY (workspace_id, id),
  connection_authorizations_state_hash_unique UNIQUE (workspace_id, state_hash),
  connection_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX connection_authorizations_of_connection ON public.connection_authorizations USING btree (workspace_id, connection_id, id);
CREATE INDEX connection_authorizations_of_link ON public.connection_authorizations USING btree (workspace_id, link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX connection_authorizations_of_user ON public.connection_authorizations USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX connection_authorizations_pkey ON public.connection_authorizations USING btree (workspace_id, id);
CREATE UNIQUE INDEX connection_authorizations_state_hash_unique ON public.connection_authorizations USING btree (workspace_id, state_hash);
forced policy own_workspace;

create table connection_links (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  connection_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  connection_links_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE,
  connection_links_pkey PRIMARY KEY (workspace_id, id),
  connection_links_token_hash_unique UNIQUE (workspace_id, token_hash)
);
CREATE INDEX connection_links_of_connection ON public.connection_links USING btree (workspace_id, connection_id, id);
CREATE UNIQUE INDEX connection_links_pkey ON public.connection_links USING btree (workspace_id, id);
CREATE UNIQUE INDEX connection_links_token_hash_unique ON public.connection_links USING btree (workspace_id, token_hash);
forced policy own_workspace;

create table connection_tokens (
  workspace_id uuid not null,
  connection_id uuid not null,
  revision text not null,
  generation integer not null default 0,
  encrypted_tokens text,
  issued_at timestamp with time zone,
  expires_at timestamp with time zone,
  lease_id uuid,
  lease_until timestamp with time zone,
  retry_at timestamp with time zone,
  connection_tokens_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE,
  connection_tokens_pkey PRIMARY KEY (workspace_id, connection_id)
);
CREATE UNIQUE INDEX connection_tokens_pkey ON public.connection_tokens USING btree (workspace_id, connection_id);
forced policy own_workspace;

create table connections (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  auth jsonb not null,
  encrypted_credentials text not null,
  hosts _text not null,
  status text not null,
  problem text,
  flow_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  provider text,
  scopes _text not null default '{}'::text[],
  account text,
  expires_at timestamp with time zone,
  connections_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE,
  connections_hosts_check CHECK ((array_position(hosts, NULL::text) IS NULL)),
  connections_name_unique UNIQUE (workspace_id, name),
  connections_pkey PRIMARY KEY (workspace_id, id),
  connections_scopes_check CHECK ((array_position(scopes, NULL::text) IS NULL)),
  connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX connections_created ON public.connections USING btree (workspace_id, created_at, id);
CREATE INDEX connections_flow ON public.connections USING btree (workspace_id, flow_id) WHERE (flow_id IS NOT NULL);
CREATE UNIQUE INDEX connections_name_unique ON public.connections USING btree (workspace_id, name);
CREATE UNIQUE INDEX connections_pkey ON public.connections USING btree (workspace_id, id);
forced policy own_workspace;

create table contact_tags (
  workspace_id uuid not null,
  tag text not null,
  contact_id uuid not null,
  contact_tags_pkey PRIMARY KEY (workspace_id, tag, contact_id),
  contact_tags_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE CASCADE,
  contact_tags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX contact_tags_contact ON public.contact_tags USING btree (workspace_id, contact_id);
CREATE UNIQUE INDEX contact_tags_pkey ON public.contact_tags USING btree (workspace_id, tag, contact_id);
forced policy own_workspace;

create table contacts (
  workspace_id uuid not null,
  id uuid not null,
  name text,
  email text,
  phone text,
  company text,
  status text not null,
  source text,
  tags _text not null,
  assigned_to uuid,
  do_not_contact boolean not null,
  custom_fields jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unsubscribed_at timestamp with time zone,
  unsubscribed_by text,
  contacts_email_unique UNIQUE (workspace_id, email),
  contacts_phone_unique UNIQUE (workspace_id, phone),
  contacts_pkey PRIMARY KEY (workspace_id, id),
  contacts_tags_check CHECK ((array_position(tags, NULL::text) IS NULL)),
  contacts_workspace_id_assigned_to_fkey FOREIGN KEY (workspace_id, assigned_to) REFERENCES members(workspace_id, user_id) ON DELETE SET NULL (assigned_to),
  contacts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX contacts_assigned_to ON public.contacts USING btree (workspace_id, assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX contacts_company ON public.contacts USING btree (workspace_id, company, id);
CREATE INDEX contacts_created_at ON public.contacts USING btree (workspace_id, created_at, id);
CREATE INDEX contacts_do_not_contact ON public.contacts USING btree (workspace_id, id) WHERE do_not_contact;
CREATE UNIQUE INDEX contacts_email_unique ON public.contacts USING btree (workspace_id, email);
CREATE INDEX contacts_name ON public.contacts USING btree (workspace_id, name, id);
CREATE INDEX contacts_phone ON public.contacts USING btree (phone) WHERE (phone IS NOT NULL);
CREATE UNIQUE INDEX contacts_phone_unique ON public.contacts USING btree (workspace_id, phone);
CREATE UNIQUE INDEX contacts_pkey ON public.contacts USING btree (workspace_id, id);
CREATE INDEX contacts_source ON public.contacts USING btree (workspace_id, source, id);
CREATE INDEX contacts_status ON public.contacts USING btree (workspace_id, status, id);
CREATE INDEX contacts_updated_at ON public.contacts USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table conversations (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel text not null,
  status text not null,
  assigned_to uuid,
  agent_id uuid,
  last_message_at timestamp with time zone,
  resolved_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  conversations_pkey PRIMARY KEY (workspace_id, id),
  conversations_workspace_id_agent_id_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES agents(workspace_id, id) ON DELETE SET NULL (agent_id),
  conversations_workspace_id_assigned_to_fkey FOREIGN KEY (workspace_id, assigned_to) REFERENCES members(workspace_id, user_id) ON DELETE SET NULL (assigned_to),
  conversations_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE CASCADE,
  conversations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX conversations_agent ON public.conversations USING btree (workspace_id, agent_id) WHERE (agent_id IS NOT NULL);
CREATE INDEX conversations_assigned_to ON public.conversations USING btree (workspace_id, assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX conversations_channel ON public.conversations USING btree (workspace_id, channel, id);
CREATE INDEX conversations_contact ON public.conversations USING btree (workspace_id, contact_id);
CREATE INDEX conversations_created_at ON public.conversations USING btree (workspace_id, created_at, id);
CREATE INDEX conversations_last_message_at ON public.conversations USING btree (workspace_id, last_message_at, id);
CREATE UNIQUE INDEX conversations_pkey ON public.conversations USING btree (workspace_id, id);
CREATE INDEX conversations_resolved_at ON public.conversations USING btree (workspace_id, resolved_at, id);
CREATE INDEX conversations_status ON public.conversations USING btree (workspace_id, status, id);
CREATE INDEX conversations_updated_at ON public.conversations USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table credit_rates (
  id uuid not null default uuidv7(),
  account_id uuid,
  event_type text not null,
  app text not null,
  country text,
  unit text not null,
  credits_per_unit_micros bigint not null,
  effective_from timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  credit_rates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  credit_rates_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  credit_rates_credits_per_unit_micros_check CHECK ((credits_per_unit_micros >= 0)),
  credit_rates_pkey PRIMARY KEY (id),
  credit_rates_unique UNIQUE NULLS NOT DISTINCT (account_id, event_type, app, country, effective_from)
);
CREATE UNIQUE INDEX credit_rates_pkey ON public.credit_rates USING btree (id);
CREATE UNIQUE INDEX credit_rates_unique ON public.credit_rates USING btree (account_id, event_type, app, country, effective_from) NULLS NOT DISTINCT;

create table credit_reservations (
  workspace_id uuid not null,
  execution_id uuid not null,
  operation text not null,
  account_id uuid not null,
  flow_id uuid,
  amount_micros bigint not null,
  created_at timestamp with time zone not null default now(),
  credit_reservations_account_id_fkey FOREIGN KEY (account_id) REFERENCES wallets(account_id),
  credit_reservations_amount_micros_check CHECK ((amount_micros > 0)),
  credit_reservations_pkey PRIMARY KEY (workspace_id, execution_id, operation)
);
CREATE INDEX credit_reservations_created ON public.credit_reservations USING btree (created_at);
CREATE INDEX credit_reservations_flow ON public.credit_reservations USING btree (workspace_id, flow_id);
CREATE UNIQUE INDEX credit_reservations_pkey ON public.credit_reservations USING btree (workspace_id, execution_id, operation);
forced policy own_workspace;

create table early_message_states (
  workspace_id uuid,
  message_id text not null,
  status text not null,
  error json,
  received_at timestamp with time zone not null default now(),
  early_message_states_status_check CHECK ((status = ANY (ARRAY['delivered'::text, 'failed'::text]))),
  early_message_states_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  early_message_states_workspace_id_message_id_key UNIQUE NULLS NOT DISTINCT (workspace_id, message_id)
);
CREATE INDEX early_message_states_received ON public.early_message_states USING btree (received_at);
CREATE UNIQUE INDEX early_message_states_workspace_id_message_id_key ON public.early_message_states USING btree (workspace_id, message_id) NULLS NOT DISTINCT;
forced policy own_workspace;

create table email_templates (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  subject text not null,
  body text not null,
  variables _text not null,
  category text,
  language text,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  email_templates_pkey PRIMARY KEY (workspace_id, id),
  email_templates_variables_check CHECK ((array_position(variables, NULL::text) IS NULL)),
  email_templates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX email_templates_created_at ON public.email_templates USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX email_templates_pkey ON public.email_templates USING btree (workspace_id, id);
forced policy own_workspace;

create table event_log (
  only_one boolean not null default true,
  epoch integer not null default floor((random() * (2147483647)::double precision)),
  tx xid8,
  kept_since timestamp with time zone,
  changes_kept_since timestamp with time zone,
  event_log_only_one_check CHECK (only_one),
  event_log_pkey PRIMARY KEY (only_one)
);
CREATE UNIQUE INDEX event_log_pkey ON public.event_log USING btree (only_one);

create table event_waits (
  workspace_id uuid not null,
  execution_id uuid not null,
  step_id uuid not null,
  event_type text not null,
  key text not null default ''::text,
  match json not null,
  conditions json,
  lookback_seconds integer,
  look_at timestamp with time zone,
  handle text not null,
  output_as text,
  since timestamp with time zone not null default now(),
  event_waits_pkey PRIMARY KEY (workspace_id, execution_id, step_id, event_type)
);
CREATE INDEX event_waits_key ON public.event_waits USING btree (workspace_id, event_type, key);
CREATE INDEX event_waits_look_at ON public.event_waits USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE UNIQUE INDEX event_waits_pkey ON public.event_waits USING btree (workspace_id, execution_id, step_id, event_type);
forced policy own_workspace;

create table execution_claims (
  workspace_id uuid not null,
  execution_id uuid not null,
  flow_id uuid not null,
  fence integer not null default 0,
  worker_id uuid,
  ready_at timestamp with time zone,
  due_at timestamp with time zone,
  awaits_slot boolean not null default false,
  max_concurrent smallint not null default 1000,
  signals integer not null default 0,
  takeovers smallint not null default 0,
  active_ms bigint not null default 0,
  answers boolean not null default false,
  abandons boolean not null default false,
  ended boolean not null default false,
  control_key text,
  control_rank smallint,
  control_state text,
  control_from timestamp with time zone,
  execution_claims_control_state_check CHECK ((control_state = ANY (ARRAY['gathers'::text, 'collects'::text, 'waits'::text, 'skips'::text]))),
  execution_claims_pkey PRIMARY KEY (workspace_id, execution_id)
);
CREATE INDEX execution_claims_active ON public.execution_claims USING btree (workspace_id, flow_id) WHERE ((worker_id IS NOT NULL) AND (max_concurrent < 1000));
CREATE INDEX execution_claims_calls ON public.execution_claims USING btree (execution_id) WHERE (ended OR abandons);
CREATE INDEX execution_claims_controlled ON public.execution_claims USING btree (workspace_id, flow_id, control_key, control_rank DESC NULLS LAST, execution_id) WHERE ((control_key IS NOT NULL) AND (NOT ended));
CREATE INDEX execution_claims_delayed ON public.execution_claims USING btree (workspace_id) WHERE ((fence = 0) AND (due_at IS NOT NULL));
CREATE INDEX execution_claims_due ON public.execution_claims USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX execution_claims_held ON public.execution_claims USING btree (workspace_id, flow_id) WHERE (control_rank IS NOT NULL);
CREATE INDEX execution_claims_held_until ON public.execution_claims USING btree (workspace_id, flow_id, control_key, control_from) WHERE (control_from IS NOT NULL);
CREATE UNIQUE INDEX execution_claims_pkey ON public.execution_claims USING btree (workspace_id, execution_id);
CREATE INDEX execution_claims_queued ON public.execution_claims USING btree (workspace_id, flow_id, execution_id) WHERE ((ready_at IS NOT NULL) AND (max_concurrent < 1000));
CREATE INDEX execution_claims_ready ON public.execution_claims USING btree (workspace_id, ready_at, execution_id) WHERE (ready_at IS NOT NULL);
CREATE INDEX execution_claims_slots ON public.execution_claims USING btree (workspace_id, flow_id, execution_id) WHERE awaits_slot;
CREATE INDEX execution_claims_suspects ON public.execution_claims USING btree (ready_at) WHERE ((ready_at IS NOT NULL) AND (takeovers >= 2));
CREATE INDEX execution_claims_worker ON public.execution_claims USING btree (worker_id) WHERE (worker_id IS NOT NULL);
forced policy own_workspace;

create table execution_deltas (
  workspace_id uuid not null,
  flow_id uuid not null,
  week date not null,
  trigger text not null,
  status text,
  was text,
  n bigint not null
);
CREATE INDEX execution_deltas_flow ON public.execution_deltas USING btree (workspace_id, flow_id);
forced policy own_workspace;

create table execution_descendants (
  workspace_id uuid not null,
  root_id uuid not null,
  backend integer not null default pg_backend_pid(),
  started integer not null,
  created_at timestamp with time zone not null default now(),
  execution_descendants_pkey PRIMARY KEY (workspace_id, root_id, backend)
);
CREATE INDEX execution_descendants_created ON public.execution_descendants USING btree (created_at);
CREATE UNIQUE INDEX execution_descendants_pkey ON public.execution_descendants USING btree (workspace_id, root_id, backend);
forced policy own_workspace;

create table execution_events (
  workspace_id uuid not null,
  execution_id uuid not null,
  flow_id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  steps json not null,
  execution json,
  created_at timestamp with time zone not null default now(),
  fence integer not null,
  n integer not null,
  place xid8 not null default pg_current_xact_id(),
  execution_events_pkey PRIMARY KEY (workspace_id, execution_id, fence, n)
);
CREATE UNIQUE INDEX execution_events_pkey ON ONLY public.execution_events USING btree (workspace_id, execution_id, fence, n);
CREATE INDEX execution_events_workspace_id_place_idx ON ONLY public.execution_events USING btree (workspace_id, place);
CREATE INDEX execution_events_workspace_id_tx_idx ON ONLY public.execution_events USING btree (workspace_id, tx) WHERE (tx <> place);
forced policy own_workspace;

create table execution_failures (
  workspace_id uuid not null,
  execution_id uuid not null,
  flow_id uuid not null,
  due_at timestamp with time zone not null default now(),
  execution_failures_pkey PRIMARY KEY (workspace_id, execution_id)
);
CREATE INDEX execution_failures_due ON public.execution_failures USING btree (due_at);
CREATE UNIQUE INDEX execution_failures_pkey ON public.execution_failures USING btree (workspace_id, execution_id);
forced policy own_workspace;

create table execution_notices (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  execution_id uuid not null,
  step_id uuid,
  kind text not null,
  due_at timestamp with time zone not null default now(),
  execution_notices_pkey PRIMARY KEY (workspace_id, id),
  execution_notices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX execution_notices_due_at ON public.execution_notices USING btree (due_at);
CREATE UNIQUE INDEX execution_notices_pkey ON public.execution_notices USING btree (workspace_id, id);
forced policy own_workspace;

create table execution_start_rates (
  workspace_id uuid not null,
  booked_until timestamp with time zone not null,
  execution_start_rates_pkey PRIMARY KEY (workspace_id),
  execution_start_rates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX execution_start_rates_pkey ON public.execution_start_rates USING btree (workspace_id);
forced policy own_workspace;

create table execution_steps (
  workspace_id uuid not null,
  execution_id uuid not null,
  node_id text not null,
  iteration text not null default ''::text,
  id uuid not null,
  node_type text not null,
  name text not null,
  attempt integer not null default 1,
  status text not null,
  handle text,
  input json,
  output json,
  variables json,
  logs json,
  error json,
  truncated boolean not null default false,
  resume_at timestamp with time zone,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  encrypted text,
  signal json,
  seq integer,
  interruptions integer not null default 0,
  progress json,
  attempts json,
  receipts jsonb,
  execution_steps_pkey PRIMARY KEY (workspace_id, execution_id, iteration, node_id),
  execution_steps_status_check CHECK ((status = ANY (ARRAY['running'::text, 'waiting'::text, 'completed'::text, 'failed'::text, 'skipped'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX execution_steps_pkey ON ONLY public.execution_steps USING btree (workspace_id, execution_id, iteration, node_id);
CREATE INDEX execution_steps_workspace_id_execution_id_id_idx ON ONLY public.execution_steps USING btree (workspace_id, execution_id, id) WHERE (encrypted IS NOT NULL);
CREATE INDEX execution_steps_workspace_id_execution_id_idx ON ONLY public.execution_steps USING btree (workspace_id, execution_id) WHERE (node_type = 'webhook.respond'::text);
CREATE INDEX execution_steps_workspace_id_id_idx ON ONLY public.execution_steps USING btree (workspace_id, id);
forced policy own_workspace;

create table execution_totals (
  workspace_id uuid not null,
  flow_id uuid not null,
  week date not null,
  trigger text not null,
  status text not null,
  n bigint not null,
  execution_totals_pkey PRIMARY KEY (workspace_id, flow_id, week, trigger, status),
  execution_totals_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX execution_totals_pkey ON public.execution_totals USING btree (workspace_id, flow_id, week, trigger, status);
forced policy own_workspace;

create table executions (
  id uuid not null,
  workspace_id uuid not null,
  flow_id uuid not null,
  flow_name text not null,
  flow_version integer not null,
  status text not null default 'running'::text,
  trigger text not null,
  start_node_id text,
  trigger_node_id text,
  trigger_data json,
  output json,
  error json,
  parent_execution_id uuid,
  retry_of uuid,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  encrypted text,
  mocks json,
  chain _uuid not null default '{}'::uuid[],
  call_depth smallint not null default 0,
  parent_step_id uuid,
  unsuccessful_status text,
  parent_attempt integer,
  root_id uuid,
  run_as uuid,
  simulated json,
  request json,
  traceparent text,
  executions_pkey PRIMARY KEY (workspace_id, id),
  executions_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX executions_pkey ON ONLY public.executions USING btree (workspace_id, id);
CREATE INDEX executions_workspace_id_flow_id_id_idx ON ONLY public.executions USING btree (workspace_id, flow_id, id);
CREATE INDEX executions_workspace_id_id_idx ON ONLY public.executions USING btree (workspace_id, id) WHERE (encrypted IS NOT NULL);
CREATE INDEX executions_workspace_id_parent_execution_id_idx ON ONLY public.executions USING btree (workspace_id, parent_execution_id) WHERE (parent_execution_id IS NOT NULL);
CREATE INDEX executions_workspace_id_retry_of_idx ON ONLY public.executions USING btree (workspace_id, retry_of) WHERE (retry_of IS NOT NULL);
CREATE INDEX executions_workspace_id_unsuccessful_status_id_idx ON ONLY public.executions USING btree (workspace_id, unsuccessful_status, id) WHERE (unsuccessful_status IS NOT NULL);
forced policy own_workspace;

create table external_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  external_identities_pkey PRIMARY KEY (issuer, subject),
  external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  external_identities_user_id_issuer_key UNIQUE (user_id, issuer)
);
CREATE UNIQUE INDEX external_identities_pkey ON public.external_identities USING btree (issuer, subject);
CREATE UNIQUE INDEX external_identities_user_id_issuer_key ON public.external_identities USING btree (user_id, issuer);

create table file_bytes (
  workspace_id uuid not null,
  file_id uuid not null,
  place text not null,
  due_at timestamp with time zone,
  file_bytes_pkey PRIMARY KEY (workspace_id, file_id)
);
CREATE INDEX file_bytes_due ON public.file_bytes USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX file_bytes_pkey ON public.file_bytes USING btree (workspace_id, file_id);
forced policy own_workspace;

create table file_parts (
  workspace_id uuid not null,
  file_id uuid not null,
  index integer not null,
  content bytea not null,
  file_parts_pkey PRIMARY KEY (workspace_id, file_id, index),
  file_parts_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES file_bytes(workspace_id, file_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX file_parts_pkey ON public.file_parts USING btree (workspace_id, file_id, index);
forced policy own_workspace;

create table file_segments (
  workspace_id uuid not null,
  file_id uuid not null,
  starts_at bigint not null,
  size bigint not null,
  bytes_id uuid not null,
  file_segments_pkey PRIMARY KEY (workspace_id, file_id, starts_at),
  file_segments_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES file_bytes(workspace_id, file_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX file_segments_pkey ON public.file_segments USING btree (workspace_id, file_id, starts_at);
forced policy own_workspace;

create table file_uploads (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size bigint not null,
  received bigint not null,
  kept boolean not null,
  file_expires_at timestamp with time zone,
  created_by uuid,
  holder uuid,
  expires_at timestamp with time zone not null,
  file_uploads_pkey PRIMARY KEY (workspace_id, id),
  file_uploads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX file_uploads_expires_at ON public.file_uploads USING btree (expires_at);
CREATE UNIQUE INDEX file_uploads_pkey ON public.file_uploads USING btree (workspace_id, id);
forced policy own_workspace;

create table files (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  mime_type text not null,
  size bigint not null,
  sha256 text not null,
  kept boolean not null,
  expires_at timestamp with time zone,
  execution_id uuid,
  message_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  files_pkey PRIMARY KEY (workspace_id, id),
  files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX files_created_at ON public.files USING btree (workspace_id, created_at, id);
CREATE INDEX files_created_by ON public.files USING btree (workspace_id, created_by, created_at, id);
CREATE INDEX files_execution ON public.files USING btree (workspace_id, execution_id) WHERE (execution_id IS NOT NULL);
CREATE INDEX files_expires_at ON public.files USING btree (expires_at) WHERE ((NOT kept) AND (expires_at IS NOT NULL));
CREATE INDEX files_mime_type ON public.files USING btree (workspace_id, mime_type, created_at, id);
CREATE INDEX files_name ON public.files USING btree (workspace_id, name, id);
CREATE INDEX files_of_executions ON public.files USING btree (execution_id) WHERE ((NOT kept) AND (execution_id IS NOT NULL));
CREATE INDEX files_of_messages ON public.files USING btree (message_id) WHERE ((NOT kept) AND (message_id IS NOT NULL));
CREATE UNIQUE INDEX files_pkey ON public.files USING btree (workspace_id, id);
CREATE INDEX files_size ON public.files USING btree (workspace_id, size, id);
CREATE INDEX files_updated_at ON public.files USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table flow_controls (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  key text not null,
  due_at timestamp with time zone default now(),
  counts boolean not null default false,
  start json,
  execution_id uuid,
  bytes integer,
  flow_controls_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX flow_controls_collected ON public.flow_controls USING btree (workspace_id, flow_id, key, execution_id, id) WHERE (execution_id IS NOT NULL);
CREATE INDEX flow_controls_due ON public.flow_controls USING btree (due_at);
CREATE INDEX flow_controls_of_key ON public.flow_controls USING btree (workspace_id, flow_id, key, due_at);
CREATE UNIQUE INDEX flow_controls_pkey ON public.flow_controls USING btree (workspace_id, id);
forced policy own_workspace;

create table flow_drafts (
  workspace_id uuid not null,
  flow_id uuid not null,
  nodes json not null,
  edges json not null,
  variables json not null,
  settings json not null,
  base_version integer not null,
  revision uuid not null,
  updated_by uuid,
  updated_at timestamp with time zone not null,
  flow_drafts_pkey PRIMARY KEY (workspace_id, flow_id),
  flow_drafts_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX flow_drafts_pkey ON public.flow_drafts USING btree (workspace_id, flow_id);
forced policy own_workspace;

create table flow_folders (
  id uuid not null default uuidv7(),
  workspace_id uuid not null,
  name text not null,
  parent_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  flow_folders_pkey PRIMARY KEY (workspace_id, id),
  flow_folders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  flow_folders_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES flow_folders(workspace_id, id)
);
CREATE INDEX flow_folders_parent ON public.flow_folders USING btree (workspace_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX flow_folders_pkey ON public.flow_folders USING btree (workspace_id, id);
forced policy own_workspace;

create table flow_holds (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  node_id text not null,
  code text not null,
  host text not null default ''::text,
  message text not null,
  failures integer not null,
  state text not null default 'held'::text,
  to_version integer,
  settled integer not null default 0,
  opened_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  due_at timestamp with time zone,
  flow_holds_pkey PRIMARY KEY (workspace_id, id),
  flow_holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'releasing'::text, 'released'::text, 'discarding'::text, 'discarded'::text]))),
  flow_holds_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX flow_holds_closed ON public.flow_holds USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX flow_holds_due ON public.flow_holds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX flow_holds_of_flow ON public.flow_holds USING btree (workspace_id, flow_id, id);
CREATE UNIQUE INDEX flow_holds_open ON public.flow_holds USING btree (workspace_id, flow_id, node_id, code, host) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX flow_holds_pkey ON public.flow_holds USING btree (workspace_id, id);
forced policy own_workspace;

create table flow_references (
  workspace_id uuid not null,
  kind text not null,
  name text not null,
  flow_id uuid not null,
  flow_references_pkey PRIMARY KEY (workspace_id, kind, name, flow_id),
  flow_references_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX flow_references_flow ON public.flow_references USING btree (workspace_id, flow_id);
CREATE UNIQUE INDEX flow_references_pkey ON public.flow_references USING btree (workspace_id, kind, name, flow_id);
forced policy own_workspace;

create table flow_spending (
  workspace_id uuid not null,
  flow_id uuid not null,
  day date not null,
  credits_micros bigint not null,
  flow_spending_pkey PRIMARY KEY (workspace_id, flow_id, day),
  flow_spending_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX flow_spending_pkey ON public.flow_spending USING btree (workspace_id, flow_id, day);
forced policy own_workspace;

create table flow_state (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid,
  key text not null,
  value jsonb,
  version double precision not null default 1,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  flow_state_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  flow_state_key_unique UNIQUE NULLS NOT DISTINCT (workspace_id, flow_id, key),
  flow_state_pkey PRIMARY KEY (workspace_id, id),
  flow_state_value_check CHECK ((value IS NOT NULL)),
  flow_state_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  flow_state_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX flow_state_created ON public.flow_state USING btree (workspace_id, created_at, id);
CREATE INDEX flow_state_expired ON public.flow_state USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX flow_state_key ON public.flow_state USING btree (workspace_id, key, id);
CREATE UNIQUE INDEX flow_state_key_unique ON public.flow_state USING btree (workspace_id, flow_id, key) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX flow_state_pkey ON public.flow_state USING btree (workspace_id, id);
forced policy own_workspace;

create table flow_tags (
  workspace_id uuid not null,
  tag text not null,
  flow_id uuid not null,
  flow_tags_pkey PRIMARY KEY (workspace_id, tag, flow_id),
  flow_tags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  flow_tags_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX flow_tags_flow ON public.flow_tags USING btree (workspace_id, flow_id);
CREATE UNIQUE INDEX flow_tags_pkey ON public.flow_tags USING btree (workspace_id, tag, flow_id);
forced policy own_workspace;

create table flow_template_uses (
  workspace_id uuid not null,
  template_id uuid not null,
  count integer not null,
  flow_template_uses_pkey PRIMARY KEY (workspace_id, template_id),
  flow_template_uses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX flow_template_uses_pkey ON public.flow_template_uses USING btree (workspace_id, template_id);
forced policy own_workspace;

create table flow_templates (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  description text not null default ''::text,
  category text not null default ''::text,
  tags _text not null default '{}'::text[],
  nodes json not null,
  edges json not null,
  variables json not null,
  settings json not null,
  required_secrets _text not null default '{}'::text[],
  usage_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  flow_templates_pkey PRIMARY KEY (workspace_id, id),
  flow_templates_required_secrets_check CHECK ((array_position(required_secrets, NULL::text) IS NULL)),
  flow_templates_tags_check CHECK ((array_position(tags, NULL::text) IS NULL)),
  flow_templates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX flow_templates_created ON public.flow_templates USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX flow_templates_pkey ON public.flow_templates USING btree (workspace_id, id);
forced policy own_workspace;

create table flow_triggers (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  node_id text not null,
  position integer not null,
  type text not null,
  config json not null,
  is_active boolean not null,
  starts_on text,
  token_hash bytea,
  encrypted_token text,
  due_at timestamp with time zone,
  poll json,
  polls integer not null default 0,
  flow_triggers_pkey PRIMARY KEY (workspace_id, id),
  flow_triggers_token_hash_key UNIQUE (token_hash),
  flow_triggers_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE,
  flow_triggers_workspace_id_flow_id_node_id_key UNIQUE (workspace_id, flow_id, node_id)
);
CREATE INDEX flow_triggers_due ON public.flow_triggers USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX flow_triggers_pkey ON public.flow_triggers USING btree (workspace_id, id);
CREATE INDEX flow_triggers_position ON public.flow_triggers USING btree (workspace_id, flow_id, "position");
CREATE INDEX flow_triggers_starts_on ON public.flow_triggers USING btree (workspace_id, starts_on, flow_id) WHERE (starts_on IS NOT NULL);
CREATE UNIQUE INDEX flow_triggers_token_hash_key ON public.flow_triggers USING btree (token_hash);
CREATE INDEX flow_triggers_type ON public.flow_triggers USING btree (workspace_id, type, flow_id);
CREATE UNIQUE INDEX flow_triggers_workspace_id_flow_id_node_id_key ON public.flow_triggers USING btree (workspace_id, flow_id, node_id);
forced policy own_workspace;

create table flow_versions (
  workspace_id uuid not null,
  flow_id uuid not null,
  version integer not null,
  name text not null,
  description text not null,
  nodes json not null,
  edges json not null,
  variables json not null,
  settings json not null,
  tags _text not null,
  folder_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  message text,
  flow_versions_pkey PRIMARY KEY (workspace_id, flow_id, version),
  flow_versions_tags_check CHECK ((array_position(tags, NULL::text) IS NULL)),
  flow_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX flow_versions_pkey ON public.flow_versions USING btree (workspace_id, flow_id, version);
forced policy own_workspace;

create table flows (
  id uuid not null default uuidv7(),
  workspace_id uuid not null,
  name text not null,
  description text not null default ''::text,
  settings json not null,
  tags _text not null default '{}'::text[],
  folder_id uuid,
  is_active boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  run_as uuid,
  flows_pkey PRIMARY KEY (workspace_id, id),
  flows_tags_check CHECK ((array_position(tags, NULL::text) IS NULL)),
  flows_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  flows_workspace_id_folder_id_fkey FOREIGN KEY (workspace_id, folder_id) REFERENCES flow_folders(workspace_id, id)
);
CREATE INDEX flows_active ON public.flows USING btree (workspace_id, created_at, id) WHERE is_active;
CREATE INDEX flows_created ON public.flows USING btree (workspace_id, created_at, id);
CREATE INDEX flows_folder ON public.flows USING btree (workspace_id, folder_id, id) WHERE (folder_id IS NOT NULL);
CREATE INDEX flows_name ON public.flows USING btree (workspace_id, name, id);
CREATE UNIQUE INDEX flows_pkey ON public.flows USING btree (workspace_id, id);
CREATE INDEX flows_retention ON public.flows USING btree (workspace_id, id) WHERE ((settings -> 'retention'::text) IS NOT NULL);
CREATE INDEX flows_run_as ON public.flows USING btree (workspace_id, run_as, id) WHERE is_active;
CREATE INDEX flows_updated ON public.flows USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table follow_up_enrollments (
  workspace_id uuid not null,
  id uuid not null,
  follow_up_sequence_id uuid not null,
  contact_id uuid not null,
  conversation_id uuid,
  agent_id uuid,
  status text not null,
  reason text,
  attempts integer not null,
  step_id uuid,
  step_number integer not null,
  tries integer not null default 0,
  due_at timestamp with time zone,
  last_error text,
  execution_id uuid,
  chain json,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  worker_id uuid,
  fence integer not null default 0,
  follow_up_enrollments_pkey PRIMARY KEY (workspace_id, id),
  follow_up_enrollments_status_check CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'stopped'::text]))),
  follow_up_enrollments_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE CASCADE,
  follow_up_enrollments_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE SET NULL (conversation_id),
  follow_up_enrollments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  follow_up_enrollments_workspace_id_follow_up_sequence_id_fkey FOREIGN KEY (workspace_id, follow_up_sequence_id) REFERENCES follow_up_sequences(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX follow_up_enrollments_agent ON public.follow_up_enrollments USING btree (workspace_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX follow_up_enrollments_contact ON public.follow_up_enrollments USING btree (workspace_id, contact_id, id);
CREATE INDEX follow_up_enrollments_conversation ON public.follow_up_enrollments USING btree (workspace_id, conversation_id);
CREATE INDEX follow_up_enrollments_due ON public.follow_up_enrollments USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX follow_up_enrollments_due_at ON public.follow_up_enrollments USING btree (workspace_id, follow_up_sequence_id, due_at, id);
CREATE INDEX follow_up_enrollments_ended_at ON public.follow_up_enrollments USING btree (workspace_id, follow_up_sequence_id, ended_at, id);
CREATE UNIQUE INDEX follow_up_enrollments_pkey ON public.follow_up_enrollments USING btree (workspace_id, id);
CREATE UNIQUE INDEX follow_up_enrollments_running ON public.follow_up_enrollments USING btree (workspace_id, contact_id, follow_up_sequence_id) WHERE (status = 'active'::text);
CREATE INDEX follow_up_enrollments_sequence ON public.follow_up_enrollments USING btree (workspace_id, follow_up_sequence_id, created_at, id);
CREATE INDEX follow_up_enrollments_status ON public.follow_up_enrollments USING btree (workspace_id, follow_up_sequence_id, status, id);
CREATE INDEX follow_up_enrollments_updated_at ON public.follow_up_enrollments USING btree (workspace_id, follow_up_sequence_id, updated_at, id);
CREATE INDEX follow_up_enrollments_worker ON public.follow_up_enrollments USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (due_at IS NOT NULL));
forced policy own_workspace;

create table follow_up_sequences (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  agent_id uuid,
  is_active boolean not null,
  trigger_on text not null,
  max_attempts integer,
  reactivate_agent boolean not null,
  is_default boolean not null,
  steps jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  follow_up_sequences_agent_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES agents(workspace_id, id),
  follow_up_sequences_pkey PRIMARY KEY (workspace_id, id),
  follow_up_sequences_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX follow_up_sequences_agent ON public.follow_up_sequences USING btree (workspace_id, agent_id);
CREATE INDEX follow_up_sequences_created_at ON public.follow_up_sequences USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX follow_up_sequences_default ON public.follow_up_sequences USING btree (workspace_id) WHERE is_default;
CREATE UNIQUE INDEX follow_up_sequences_pkey ON public.follow_up_sequences USING btree (workspace_id, id);
forced policy own_workspace;

create table global_variables (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  value text not null,
  description text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  global_variables_name_unique UNIQUE (workspace_id, name),
  global_variables_pkey PRIMARY KEY (workspace_id, id),
  global_variables_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX global_variables_created ON public.global_variables USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX global_variables_name_unique ON public.global_variables USING btree (workspace_id, name);
CREATE UNIQUE INDEX global_variables_pkey ON public.global_variables USING btree (workspace_id, id);
forced policy own_workspace;

create table hold_failures (
  workspace_id uuid not null,
  flow_id uuid not null,
  node_id text not null,
  code text not null,
  host text not null,
  execution_id uuid not null,
  message text not null,
  failed_at timestamp with time zone not null default now(),
  due_at timestamp with time zone default now(),
  hold_failures_pkey PRIMARY KEY (workspace_id, flow_id, node_id, code, host, execution_id)
);
CREATE INDEX hold_failures_due ON public.hold_failures USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX hold_failures_failed ON public.hold_failures USING btree (failed_at);
CREATE UNIQUE INDEX hold_failures_pkey ON public.hold_failures USING btree (workspace_id, flow_id, node_id, code, host, execution_id);
forced policy own_workspace;

create table idempotency_keys (
  workspace_id uuid not null,
  flow_id uuid not null,
  key text not null,
  request_hash bytea not null,
  execution_id uuid not null,
  created_at timestamp with time zone not null default now(),
  idempotency_keys_pkey PRIMARY KEY (workspace_id, flow_id, key)
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);
CREATE UNIQUE INDEX idempotency_keys_pkey ON public.idempotency_keys USING btree (workspace_id, flow_id, key);
forced policy own_workspace;

create table idempotent_requests (
  workspace_id uuid not null,
  id uuid not null,
  request_hash text not null,
  claim_id uuid not null,
  lease_until timestamp with time zone not null,
  steps _text not null default '{}'::text[],
  is_lost boolean not null,
  answer text,
  created_at timestamp with time zone not null default now(),
  idempotent_requests_pkey PRIMARY KEY (workspace_id, id),
  idempotent_requests_steps_check CHECK ((array_position(steps, NULL::text) IS NULL))
);
CREATE INDEX idempotent_requests_created_at ON public.idempotent_requests USING btree (created_at);
CREATE UNIQUE INDEX idempotent_requests_pkey ON public.idempotent_requests USING btree (workspace_id, id);
forced policy own_workspace;

create table identity_sessions (
  session_id uuid not null,
  identity_id uuid,
  provider_id text not null,
  id_token text not null,
  identity_sessions_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES linked_identities(id) ON DELETE SET NULL,
  identity_sessions_pkey PRIMARY KEY (session_id),
  identity_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX identity_sessions_identity ON public.identity_sessions USING btree (identity_id);
CREATE UNIQUE INDEX identity_sessions_pkey ON public.identity_sessions USING btree (session_id);

create table invitations (
  id uuid not null default uuidv7(),
  workspace_id uuid not null,
  email USER-DEFINED not null,
  role text not null,
  capabilities _text not null default '{}'::text[],
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  denied_capabilities _text not null default '{}'::text[],
  unproven_grantors _uuid not null default '{}'::uuid[],
  proves_email boolean not null default false,
  granted_by uuid,
  invitations_capabilities_check CHECK ((array_position(capabilities, NULL::text) IS NULL)),
  invitations_denied_capabilities_check CHECK ((array_position(denied_capabilities, NULL::text) IS NULL)),
  invitations_pkey PRIMARY KEY (workspace_id, id),
  invitations_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'EDITOR'::text, 'VIEWER'::text]))),
  invitations_token_hash_key UNIQUE (token_hash),
  invitations_workspace_id_email_key UNIQUE (workspace_id, email),
  invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX invitations_granted_by ON public.invitations USING btree (workspace_id, granted_by);
CREATE UNIQUE INDEX invitations_pkey ON public.invitations USING btree (workspace_id, id);
CREATE UNIQUE INDEX invitations_token_hash_key ON public.invitations USING btree (token_hash);
CREATE INDEX invitations_unproven_grantors ON public.invitations USING gin (unproven_grantors);
CREATE UNIQUE INDEX invitations_workspace_id_email_key ON public.invitations USING btree (workspace_id, email);
forced policy own_workspace;

create table job_parts (
  workspace_id uuid not null,
  job_id uuid not null,
  kind text not null,
  index integer not null,
  content text not null,
  job_parts_kind_check CHECK ((kind = ANY (ARRAY['input'::text, 'output'::text]))),
  job_parts_pkey PRIMARY KEY (workspace_id, job_id, kind, index),
  job_parts_workspace_id_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES jobs(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX job_parts_pkey ON public.job_parts USING btree (workspace_id, job_id, kind, index);
forced policy own_workspace;

create table jobs (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  type text not null,
  resource text not null,
  action text,
  status text not null,
  done integer not null,
  total integer,
  created integer not null,
  updated integer not null,
  deleted integer not null,
  unchanged integer not null,
  failed integer not null,
  errors jsonb not null,
  error text,
  created_by uuid not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  format text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  due_at timestamp with time zone,
  worker_id uuid,
  fence integer not null default 0,
  api_key_id uuid,
  request json not null,
  step integer not null default 0,
  position text,
  tries integer not null default 0,
  result_bytes bigint not null default 0,
  jobs_pkey PRIMARY KEY (workspace_id, id),
  jobs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX jobs_active ON public.jobs USING btree (workspace_id) WHERE (finished_at IS NULL);
CREATE INDEX jobs_created_at ON public.jobs USING btree (workspace_id, created_at, id);
CREATE INDEX jobs_due ON public.jobs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX jobs_finished_at ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_pkey ON public.jobs USING btree (workspace_id, id);
CREATE INDEX jobs_worker ON public.jobs USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (due_at IS NOT NULL));
forced policy own_workspace;

create table kept_events (
  workspace_id uuid not null,
  id text not null,
  hash bytea,
  event json not null,
  type text not null,
  keys _text not null,
  execution_ids _uuid not null default '{}'::uuid[],
  woken_ids _uuid not null default '{}'::uuid[],
  expires_at timestamp with time zone,
  scanned_at timestamp with time zone,
  forget_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  kept_events_keys_check CHECK ((array_position(keys, NULL::text) IS NULL)),
  kept_events_pkey PRIMARY KEY (workspace_id, id),
  kept_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX custom_events_created_at ON public.kept_events USING btree (created_at);
CREATE INDEX kept_events_expires_at ON public.kept_events USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE UNIQUE INDEX kept_events_pkey ON public.kept_events USING btree (workspace_id, id);
forced policy own_workspace;

create table key_rotations (
  id uuid not null default uuidv7(),
  workspace_id uuid,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  key_rotations_pkey PRIMARY KEY (id),
  key_rotations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX key_rotations_pkey ON public.key_rotations USING btree (id);
forced policy own_workspace;

create table knowledge_docs (
  workspace_id uuid not null,
  id uuid not null,
  title text not null,
  content text not null,
  tags _text not null,
  source_url text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  knowledge_docs_pkey PRIMARY KEY (workspace_id, id),
  knowledge_docs_tags_check CHECK ((array_position(tags, NULL::text) IS NULL)),
  knowledge_docs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX knowledge_docs_created_at ON public.knowledge_docs USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX knowledge_docs_pkey ON public.knowledge_docs USING btree (workspace_id, id);
forced policy own_workspace;

create table ledger_transfers (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  from_account text not null,
  to_account text not null,
  amount_micros bigint not null,
  reference text,
  note text,
  created_at timestamp with time zone not null default now(),
  ledger_transfers_account_id_fkey FOREIGN KEY (account_id) REFERENCES wallets(account_id),
  ledger_transfers_amount_micros_check CHECK ((amount_micros > 0)),
  ledger_transfers_check CHECK (((from_account <> to_account) AND (('wallet'::text = from_account) OR ('wallet'::text = to_account)))),
  ledger_transfers_from_account_check CHECK ((from_account = ANY (ARRAY['wallet'::text, 'funding'::text, 'adjustments'::text, 'consumption'::text]))),
  ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'top_up'::text, 'adjustment'::text, 'usage'::text]))),
  ledger_transfers_pkey PRIMARY KEY (account_id, id),
  ledger_transfers_to_account_check CHECK ((to_account = ANY (ARRAY['wallet'::text, 'funding'::text, 'adjustments'::text, 'consumption'::text])))
);
CREATE UNIQUE INDEX ledger_transfers_pkey ON public.ledger_transfers USING btree (account_id, id);
CREATE UNIQUE INDEX ledger_transfers_reference ON public.ledger_transfers USING btree (account_id, kind, reference) WHERE (reference IS NOT NULL);

create table linked_identities (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  linked_identities_pkey PRIMARY KEY (id),
  linked_identities_subject_unique UNIQUE (issuer, subject),
  linked_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX linked_identities_pkey ON public.linked_identities USING btree (id);
CREATE UNIQUE INDEX linked_identities_subject_unique ON public.linked_identities USING btree (issuer, subject);
CREATE INDEX linked_identities_user ON public.linked_identities USING btree (user_id, created_at);

create table low_wallets (
  account_id uuid not null,
  since timestamp with time zone not null default now(),
  low_wallets_account_id_fkey FOREIGN KEY (account_id) REFERENCES wallets(account_id) ON DELETE CASCADE,
  low_wallets_pkey PRIMARY KEY (account_id)
);
CREATE UNIQUE INDEX low_wallets_pkey ON public.low_wallets USING btree (account_id);

create table mail_outbox (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  mail_outbox_pkey PRIMARY KEY (workspace_id, id),
  mail_outbox_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX mail_outbox_due_at ON public.mail_outbox USING btree (due_at);
CREATE UNIQUE INDEX mail_outbox_pkey ON public.mail_outbox USING btree (workspace_id, id);
forced policy own_workspace;

create table members (
  workspace_id uuid not null,
  user_id uuid not null,
  role text not null,
  capabilities _text not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  denied_capabilities _text not null default '{}'::text[],
  unproven_grantors _uuid not null default '{}'::uuid[],
  members_capabilities_check CHECK ((array_position(capabilities, NULL::text) IS NULL)),
  members_denied_capabilities_check CHECK ((array_position(denied_capabilities, NULL::text) IS NULL)),
  members_pkey PRIMARY KEY (workspace_id, user_id),
  members_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'EDITOR'::text, 'VIEWER'::text]))),
  members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX members_pkey ON public.members USING btree (workspace_id, user_id);
CREATE INDEX members_unproven_grantors ON public.members USING gin (unproven_grantors);
CREATE INDEX members_user_id ON public.members USING btree (user_id);
forced policy own_workspace;

create table message_deliveries (
  workspace_id uuid not null,
  message_id uuid not null,
  due_at timestamp with time zone not null,
  tries integer not null default 0,
  template json,
  worker_id uuid,
  fence integer not null default 0,
  is_marketing boolean not null default false,
  message_deliveries_pkey PRIMARY KEY (workspace_id, message_id),
  message_deliveries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  message_deliveries_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX message_deliveries_due ON public.message_deliveries USING btree (due_at);
CREATE UNIQUE INDEX message_deliveries_pkey ON public.message_deliveries USING btree (workspace_id, message_id);
CREATE INDEX message_deliveries_worker ON public.message_deliveries USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (due_at IS NOT NULL));
forced policy own_workspace;

create table messages (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null,
  author text not null,
  body text not null,
  status text not null,
  error text,
  attachments jsonb not null default '[]'::jsonb,
  dropped text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  messages_pkey PRIMARY KEY (workspace_id, id),
  messages_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE,
  messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX messages_conversation ON public.messages USING btree (workspace_id, conversation_id, created_at, id);
CREATE INDEX messages_created_at ON public.messages USING btree (workspace_id, created_at);
CREATE UNIQUE INDEX messages_pkey ON public.messages USING btree (workspace_id, id);
forced policy own_workspace;

create table opportunities (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  pipeline_id uuid not null,
  stage_id text not null,
  contact_id uuid,
  value numeric,
  currency text,
  status text not null,
  assigned_to uuid,
  expected_close_date date,
  custom_fields jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  opportunities_pipeline_fkey FOREIGN KEY (workspace_id, pipeline_id) REFERENCES pipelines(workspace_id, id),
  opportunities_pkey PRIMARY KEY (workspace_id, id),
  opportunities_workspace_id_assigned_to_fkey FOREIGN KEY (workspace_id, assigned_to) REFERENCES members(workspace_id, user_id) ON DELETE SET NULL (assigned_to),
  opportunities_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE SET NULL (contact_id),
  opportunities_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX opportunities_assigned_to ON public.opportunities USING btree (workspace_id, assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX opportunities_contact ON public.opportunities USING btree (workspace_id, contact_id);
CREATE INDEX opportunities_created_at ON public.opportunities USING btree (workspace_id, created_at, id);
CREATE INDEX opportunities_expected_close_date ON public.opportunities USING btree (workspace_id, expected_close_date, id);
CREATE INDEX opportunities_name ON public.opportunities USING btree (workspace_id, name, id);
CREATE INDEX opportunities_pipeline ON public.opportunities USING btree (workspace_id, pipeline_id, stage_id);
CREATE UNIQUE INDEX opportunities_pkey ON public.opportunities USING btree (workspace_id, id);
CREATE INDEX opportunities_status ON public.opportunities USING btree (workspace_id, status, id);
CREATE INDEX opportunities_updated_at ON public.opportunities USING btree (workspace_id, updated_at, id);
CREATE INDEX opportunities_value ON public.opportunities USING btree (workspace_id, value, id);
forced policy own_workspace;

create table outbox_messages (
  workspace_id uuid not null,
  id uuid not null,
  execution_id uuid,
  node_id text,
  idempotency_key text not null,
  channel text not null,
  recipient text not null,
  subject text,
  body text not null,
  source text not null,
  status text not null,
  message_id text,
  error json,
  attachments jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  origin text not null default 'conversation'::text,
  outbox_messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text]))),
  outbox_messages_key_unique UNIQUE (workspace_id, idempotency_key),
  outbox_messages_origin_check CHECK ((origin = ANY (ARRAY['flow'::text, 'conversation'::text, 'campaign'::text]))),
  outbox_messages_pkey PRIMARY KEY (workspace_id, id),
  outbox_messages_sandboxed CHECK (((source = 'sandbox'::text) = (status = 'sandboxed'::text))),
  outbox_messages_source_check CHECK ((source = ANY (ARRAY['platform'::text, 'byok'::text, 'sandbox'::text]))),
  outbox_messages_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'delivered'::text, 'failed'::text, 'sandboxed'::text]))),
  outbox_messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX outbox_messages_channel ON public.outbox_messages USING btree (workspace_id, channel, id);
CREATE INDEX outbox_messages_execution ON public.outbox_messages USING btree (workspace_id, execution_id, id);
CREATE UNIQUE INDEX outbox_messages_key_unique ON public.outbox_messages USING btree (workspace_id, idempotency_key);
CREATE UNIQUE INDEX outbox_messages_pkey ON public.outbox_messages USING btree (workspace_id, id);
CREATE INDEX outbox_messages_provider_id ON public.outbox_messages USING btree (message_id) WHERE ((message_id IS NOT NULL) AND (channel <> 'email'::text));
CREATE INDEX outbox_messages_status ON public.outbox_messages USING btree (workspace_id, status, id);
CREATE INDEX outbox_messages_written_to ON public.outbox_messages USING btree (channel, recipient, workspace_id) WHERE ((source = 'platform'::text) AND (channel <> 'email'::text));
forced policy own_workspace;

create table parked_steps (
  workspace_id uuid not null,
  execution_id uuid not null,
  step_id uuid not null,
  hold_id uuid not null,
  parked_steps_pkey PRIMARY KEY (workspace_id, execution_id, step_id)
);
CREATE INDEX parked_steps_of_hold ON public.parked_steps USING btree (workspace_id, hold_id, execution_id);
CREATE UNIQUE INDEX parked_steps_pkey ON public.parked_steps USING btree (workspace_id, execution_id, step_id);
forced policy own_workspace;

create table pipelines (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  stages jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  pipelines_pkey PRIMARY KEY (workspace_id, id),
  pipelines_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX pipelines_created_at ON public.pipelines USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX pipelines_pkey ON public.pipelines USING btree (workspace_id, id);
forced policy own_workspace;

create table poll_items (
  workspace_id uuid not null,
  trigger_id uuid not null,
  key_hash bytea not null,
  found_at timestamp with time zone not null default now(),
  poll_items_pkey PRIMARY KEY (workspace_id, trigger_id, key_hash),
  poll_items_workspace_id_trigger_id_fkey FOREIGN KEY (workspace_id, trigger_id) REFERENCES flow_triggers(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX poll_items_found ON public.poll_items USING btree (workspace_id, trigger_id, found_at);
CREATE UNIQUE INDEX poll_items_pkey ON public.poll_items USING btree (workspace_id, trigger_id, key_hash);
forced policy own_workspace;

create table provider_logins (
  token_hash bytea not null,
  browser_hash bytea not null,
  provider_id text not null,
  return_to text not null,
  user_id uuid,
  session_id uuid,
  issuer text,
  subject text,
  email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  provider_logins_pkey PRIMARY KEY (token_hash),
  provider_logins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  provider_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX provider_logins_expires_at ON public.provider_logins USING btree (expires_at);
CREATE UNIQUE INDEX provider_logins_pkey ON public.provider_logins USING btree (token_hash);
CREATE INDEX provider_logins_session ON public.provider_logins USING btree (session_id);
CREATE INDEX provider_logins_user ON public.provider_logins USING btree (user_id);

create table quota_refusals (
  workspace_id uuid not null,
  name text not null,
  refused bigint not null,
  refused_at timestamp with time zone not null,
  quota_refusals_pkey PRIMARY KEY (workspace_id, name),
  quota_refusals_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX quota_refusals_pkey ON public.quota_refusals USING btree (workspace_id, name);
forced policy own_workspace;

create table rate_limits (
  key text not null,
  points integer not null,
  expire bigint not null,
  rate_limits_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX rate_limits_pkey ON public.rate_limits USING btree (key);

create table rate_slots (
  workspace_id uuid not null,
  key text not null,
  next_at timestamp with time zone not null,
  rate_slots_pkey PRIMARY KEY (workspace_id, key),
  rate_slots_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX rate_slots_pkey ON public.rate_slots USING btree (workspace_id, key);
forced policy own_workspace;

create table received_media (
  workspace_id uuid not null,
  id uuid not null,
  message json not null,
  due_at timestamp with time zone not null,
  tries integer not null default 0,
  worker_id uuid,
  fence integer not null default 0,
  received_media_pkey PRIMARY KEY (workspace_id, id),
  received_media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX received_media_due ON public.received_media USING btree (due_at);
CREATE UNIQUE INDEX received_media_pkey ON public.received_media USING btree (workspace_id, id);
CREATE INDEX received_media_worker ON public.received_media USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (due_at IS NOT NULL));
forced policy own_workspace;

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (user_id, code_hash);

create table recurring_tasks (
  name text not null,
  due_at timestamp with time zone not null default now(),
  worker_id uuid,
  fence integer not null default 0,
  recurring_tasks_pkey PRIMARY KEY (name)
);
CREATE UNIQUE INDEX recurring_tasks_pkey ON public.recurring_tasks USING btree (name);

create table search_documents (
  kind text not null,
  workspace_id uuid not null,
  id uuid not null,
  tokens _int4 not null,
  search_documents_pkey PRIMARY KEY (workspace_id, id, kind)
);
CREATE UNIQUE INDEX search_documents_pkey ON ONLY public.search_documents USING btree (workspace_id, id, kind);
CREATE INDEX search_documents_tokens ON ONLY public.search_documents USING gin (tokens);

create table secrets (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  encrypted_value text not null,
  preview text,
  description text not null default ''::text,
  flow_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  allowed_hosts _text not null default '{}'::text[],
  secrets_allowed_hosts_check CHECK ((array_position(allowed_hosts, NULL::text) IS NULL)),
  secrets_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE,
  secrets_name_unique UNIQUE (workspace_id, name),
  secrets_pkey PRIMARY KEY (workspace_id, id),
  secrets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX secrets_created ON public.secrets USING btree (workspace_id, created_at, id);
CREATE INDEX secrets_flow ON public.secrets USING btree (workspace_id, flow_id) WHERE (flow_id IS NOT NULL);
CREATE UNIQUE INDEX secrets_name_unique ON public.secrets USING btree (workspace_id, name);
CREATE UNIQUE INDEX secrets_pkey ON public.secrets USING btree (workspace_id, id);
forced policy own_workspace;

create table sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  refreshed_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  device text,
  address text,
  sessions_pkey PRIMARY KEY (id),
  sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);

create table test_calls (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  node_id text not null,
  type text not null,
  config json not null,
  token_hash bytea,
  encrypted_token text,
  expires_at timestamp with time zone,
  received_at timestamp with time zone,
  trigger_data json,
  request json,
  test_calls_pkey PRIMARY KEY (workspace_id, id),
  test_calls_token_hash_key UNIQUE (token_hash),
  test_calls_type_check CHECK ((type = ANY (ARRAY['webhook'::text, 'form'::text]))),
  test_calls_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE CASCADE,
  test_calls_workspace_id_flow_id_node_id_key UNIQUE (workspace_id, flow_id, node_id)
);
CREATE UNIQUE INDEX test_calls_pkey ON public.test_calls USING btree (workspace_id, id);
CREATE UNIQUE INDEX test_calls_token_hash_key ON public.test_calls USING btree (token_hash);
CREATE UNIQUE INDEX test_calls_workspace_id_flow_id_node_id_key ON public.test_calls USING btree (workspace_id, flow_id, node_id);
forced policy own_workspace;

create table totp_factors (
  user_id uuid not null,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  totp_factors_pkey PRIMARY KEY (user_id),
  totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX totp_factors_pkey ON public.totp_factors USING btree (user_id);

create table unrouted_messages (
  workspace_id uuid not null,
  id uuid not null,
  message_id text not null,
  channel text not null,
  sender text not null,
  sender_name text,
  recipient text,
  body text not null,
  opt_out boolean,
  attachments jsonb not null default '[]'::jsonb,
  dropped text,
  received_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unrouted_messages_pkey PRIMARY KEY (workspace_id, id),
  unrouted_messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX unrouted_messages_channel ON public.unrouted_messages USING btree (workspace_id, channel, id);
CREATE INDEX unrouted_messages_created_at ON public.unrouted_messages USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX unrouted_messages_pkey ON public.unrouted_messages USING btree (workspace_id, id);
CREATE INDEX unrouted_messages_received_at ON public.unrouted_messages USING btree (workspace_id, received_at, id);
CREATE INDEX unrouted_messages_sender ON public.unrouted_messages USING btree (workspace_id, sender, id);
CREATE INDEX unrouted_messages_updated_at ON public.unrouted_messages USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table unrouted_platform_messages (
  id uuid not null,
  message_id text not null,
  channel text not null,
  sender text not null,
  sender_name text,
  recipient text,
  body text not null,
  opt_out boolean,
  received_at timestamp with time zone not null default now(),
  unrouted_platform_messages_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX unrouted_platform_messages_pkey ON public.unrouted_platform_messages USING btree (id);
CREATE INDEX unrouted_platform_messages_received_at ON public.unrouted_platform_messages USING btree (received_at, id);

create table usage_days (
  account_id uuid not null,
  day timestamp with time zone not null,
  workspace_id uuid not null,
  event_type text not null,
  source text not null,
  events bigint not null,
  quantity numeric not null,
  credits_micros bigint not null,
  usage_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  usage_days_pkey PRIMARY KEY (account_id, day, workspace_id, event_type, source)
);
CREATE UNIQUE INDEX usage_days_pkey ON public.usage_days USING btree (account_id, day, workspace_id, event_type, source);
CREATE INDEX usage_days_workspace ON public.usage_days USING btree (workspace_id, day);
forced policy own_workspace;

create table usage_deltas (
  account_id uuid not null,
  hour timestamp with time zone not null,
  workspace_id uuid not null,
  event_type text not null,
  source text not null,
  events bigint not null,
  quantity numeric not null,
  credits_micros bigint not null
);
CREATE INDEX usage_deltas_account ON public.usage_deltas USING btree (account_id);
forced policy own_workspace;

create table usage_events (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  event_type text not null,
  app text not null,
  country text,
  source text not null,
  quantity numeric not null,
  unit text not null,
  credits_micros bigint not null,
  flow_id uuid,
  execution_id uuid,
  metadata json not null default '{}'::json,
  created_at timestamp with time zone not null,
  usage_events_check CHECK (((source = 'platform'::text) OR (credits_micros = 0))),
  usage_events_credits_micros_check CHECK ((credits_micros >= 0)),
  usage_events_pkey PRIMARY KEY (workspace_id, id),
  usage_events_quantity_check CHECK ((quantity >= (0)::numeric)),
  usage_events_source_check CHECK ((source = ANY (ARRAY['platform'::text, 'byok'::text])))
);
CREATE INDEX usage_events_account ON public.usage_events USING btree (account_id, id);
CREATE INDEX usage_events_byok ON public.usage_events USING btree (account_id, id) WHERE (source = 'byok'::text);
CREATE INDEX usage_events_execution ON public.usage_events USING btree (workspace_id, execution_id) WHERE (event_type <> 'flow_execution'::text);
CREATE UNIQUE INDEX usage_events_pkey ON public.usage_events USING btree (workspace_id, id);
CREATE INDEX usage_events_type ON public.usage_events USING btree (account_id, event_type, id) WHERE (event_type <> 'flow_execution'::text);
CREATE INDEX usage_events_workspace_byok ON public.usage_events USING btree (workspace_id, id) WHERE (source = 'byok'::text);
CREATE INDEX usage_events_workspace_type ON public.usage_events USING btree (workspace_id, event_type, id) WHERE (event_type <> 'flow_execution'::text);
forced policy own_workspace;

create table usage_hours (
  account_id uuid not null,
  hour timestamp with time zone not null,
  workspace_id uuid not null,
  event_type text not null,
  source text not null,
  events bigint not null,
  quantity numeric not null,
  credits_micros bigint not null,
  usage_hours_pkey PRIMARY KEY (account_id, hour, workspace_id, event_type, source)
);
CREATE UNIQUE INDEX usage_hours_pkey ON public.usage_hours USING btree (account_id, hour, workspace_id, event_type, source);
CREATE INDEX usage_hours_workspace ON public.usage_hours USING btree (workspace_id, hour);
forced policy own_workspace;

create table users (
  id uuid not null default uuidv7(),
  account_id uuid not null,
  email USER-DEFINED not null,
  name text not null,
  password_hash text not null,
  session_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  signed_out_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  disabled_at timestamp with time zone,
  users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  users_email_key UNIQUE (email),
  users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_account_id ON public.users USING btree (account_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email);
CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id);

create table voice_agents (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  prompt text,
  voice text,
  language text,
  first_message text,
  company_context_id uuid,
  flow_id uuid,
  is_active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  voice_agents_pkey PRIMARY KEY (workspace_id, id),
  voice_agents_workspace_id_company_context_id_fkey FOREIGN KEY (workspace_id, company_context_id) REFERENCES company_contexts(workspace_id, id) ON DELETE SET NULL (company_context_id),
  voice_agents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  voice_agents_workspace_id_flow_id_fkey FOREIGN KEY (workspace_id, flow_id) REFERENCES flows(workspace_id, id) ON DELETE SET NULL (flow_id)
);
CREATE INDEX voice_agents_company_context ON public.voice_agents USING btree (workspace_id, company_context_id) WHERE (company_context_id IS NOT NULL);
CREATE INDEX voice_agents_created_at ON public.voice_agents USING btree (workspace_id, created_at, id);
CREATE INDEX voice_agents_flow ON public.voice_agents USING btree (workspace_id, flow_id) WHERE (flow_id IS NOT NULL);
CREATE UNIQUE INDEX voice_agents_pkey ON public.voice_agents USING btree (workspace_id, id);
forced policy own_workspace;

create table voice_calls (
  workspace_id uuid not null,
  id uuid not null,
  voice_agent_id uuid,
  contact_id uuid,
  direction text not null,
  from text not null,
  to text not null,
  status text not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  duration_seconds integer,
  recording_url text,
  transcript jsonb not null,
  summary text,
  metadata jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  voice_calls_pkey PRIMARY KEY (workspace_id, id),
  voice_calls_workspace_id_contact_id_fkey FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts(workspace_id, id) ON DELETE SET NULL (contact_id),
  voice_calls_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  voice_calls_workspace_id_voice_agent_id_fkey FOREIGN KEY (workspace_id, voice_agent_id) REFERENCES voice_agents(workspace_id, id) ON DELETE SET NULL (voice_agent_id)
);
CREATE INDEX voice_calls_agent ON public.voice_calls USING btree (workspace_id, voice_agent_id) WHERE (voice_agent_id IS NOT NULL);
CREATE INDEX voice_calls_contact ON public.voice_calls USING btree (workspace_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX voice_calls_created_at ON public.voice_calls USING btree (workspace_id, created_at, id);
CREATE INDEX voice_calls_direction ON public.voice_calls USING btree (workspace_id, direction, id);
CREATE INDEX voice_calls_duration_seconds ON public.voice_calls USING btree (workspace_id, duration_seconds, id);
CREATE INDEX voice_calls_ended_at ON public.voice_calls USING btree (workspace_id, ended_at, id);
CREATE UNIQUE INDEX voice_calls_pkey ON public.voice_calls USING btree (workspace_id, id);
CREATE INDEX voice_calls_started_at ON public.voice_calls USING btree (workspace_id, started_at, id);
CREATE INDEX voice_calls_status ON public.voice_calls USING btree (workspace_id, status, id);
CREATE INDEX voice_calls_updated_at ON public.voice_calls USING btree (workspace_id, updated_at, id);
forced policy own_workspace;

create table voice_dials (
  workspace_id uuid not null,
  voice_call_id uuid not null,
  key text not null,
  execution_id uuid not null,
  step_id uuid not null,
  provider_id text,
  source text,
  voice_dials_pkey PRIMARY KEY (workspace_id, voice_call_id),
  voice_dials_source_check CHECK ((source = ANY (ARRAY['platform'::text, 'byok'::text]))),
  voice_dials_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  voice_dials_workspace_id_key_key UNIQUE (workspace_id, key),
  voice_dials_workspace_id_voice_call_id_fkey FOREIGN KEY (workspace_id, voice_call_id) REFERENCES voice_calls(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX voice_dials_pkey ON public.voice_dials USING btree (workspace_id, voice_call_id);
CREATE UNIQUE INDEX voice_dials_workspace_id_key_key ON public.voice_dials USING btree (workspace_id, key);
forced policy own_workspace;

create table wallets (
  account_id uuid not null,
  balance_micros bigint not null default 0,
  reserved_micros bigint not null default 0,
  updated_at timestamp with time zone not null default now(),
  tx xid8 not null default pg_current_xact_id(),
  wallets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  wallets_balance_micros_check CHECK ((balance_micros >= 0)),
  wallets_covers_reserved CHECK ((reserved_micros <= balance_micros)),
  wallets_pkey PRIMARY KEY (account_id),
  wallets_reserved_micros_check CHECK ((reserved_micros >= 0))
);
CREATE UNIQUE INDEX wallets_pkey ON public.wallets USING btree (account_id);

create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  seq bigint not null,
  event_id text not null,
  event_type text not null,
  order_key text not null,
  status text not null default 'pending'::text,
  body text not null,
  bytes integer not null,
  attempts jsonb not null default '[]'::jsonb,
  request jsonb,
  response jsonb,
  due_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  webhook_deliveries_pkey PRIMARY KEY (workspace_id, id),
  webhook_deliveries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  webhook_deliveries_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_created_at ON public.webhook_deliveries USING btree (workspace_id, webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_event_type ON public.webhook_deliveries USING btree (workspace_id, webhook_id, event_type, id);
CREATE INDEX webhook_deliveries_order ON public.webhook_deliveries USING btree (workspace_id, webhook_id, order_key, seq) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (workspace_id, webhook_id, due_at) INCLUDE (bytes) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX webhook_deliveries_pkey ON public.webhook_deliveries USING btree (workspace_id, id);
CREATE INDEX webhook_deliveries_status ON public.webhook_deliveries USING btree (workspace_id, webhook_id, status, id);
CREATE INDEX webhook_deliveries_updated_at ON public.webhook_deliveries USING btree (workspace_id, webhook_id, updated_at, id);
forced policy own_workspace;

create table webhooks (
  workspace_id uuid not null,
  id uuid not null,
  url text not null,
  events _text not null,
  description text not null,
  is_active boolean not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  failing_since timestamp with time zone,
  queue_full_since timestamp with time zone,
  encrypted_secret text not null,
  encrypted_previous_secret text,
  previous_secret_until timestamp with time zone,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  served_at timestamp with time zone,
  worker_id uuid,
  fence integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  run_as uuid,
  webhooks_events_check CHECK ((array_position(events, NULL::text) IS NULL)),
  webhooks_pkey PRIMARY KEY (workspace_id, id),
  webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhooks_pkey ON public.webhooks USING btree (workspace_id, id);
forced policy own_workspace;

create table whatsapp_templates (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  body text not null,
  variables _text not null,
  category text,
  language text,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  whatsapp_templates_pkey PRIMARY KEY (workspace_id, id),
  whatsapp_templates_variables_check CHECK ((array_position(variables, NULL::text) IS NULL)),
  whatsapp_templates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE INDEX whatsapp_templates_created_at ON public.whatsapp_templates USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX whatsapp_templates_pkey ON public.whatsapp_templates USING btree (workspace_id, id);
forced policy own_workspace;

create table workers (
  id uuid not null,
  started_at timestamp with time zone not null default now(),
  lease_until timestamp with time zone not null,
  workers_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX workers_pkey ON public.workers USING btree (id);

create table workspace_changes (
  workspace_id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  id uuid not null default uuidv7(),
  type text not null,
  action text not null,
  ids _uuid not null,
  created_at timestamp with time zone not null default now(),
  workspace_changes_action_check CHECK ((action = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text]))),
  workspace_changes_pkey PRIMARY KEY (workspace_id, tx, id)
);
CREATE INDEX workspace_changes_created_at ON public.workspace_changes USING btree (created_at);
CREATE UNIQUE INDEX workspace_changes_pkey ON public.workspace_changes USING btree (workspace_id, tx, id);
forced policy own_workspace;

create table workspace_keys (
  workspace_id uuid not null,
  key_id text not null,
  wrapped_key text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  workspace_keys_pkey PRIMARY KEY (workspace_id, key_id),
  workspace_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX workspace_keys_current ON public.workspace_keys USING btree (workspace_id) WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX workspace_keys_pkey ON public.workspace_keys USING btree (workspace_id, key_id);
forced policy own_workspace;

create table workspace_spending (
  workspace_id uuid not null,
  day date not null,
  credits_micros bigint not null,
  workspace_spending_pkey PRIMARY KEY (workspace_id, day),
  workspace_spending_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX workspace_spending_pkey ON public.workspace_spending USING btree (workspace_id, day);
forced policy own_workspace;

create table workspace_storage (
  workspace_id uuid not null,
  backend integer not null default pg_backend_pid(),
  bytes bigint not null,
  state_entries bigint not null default 0,
  workspace_storage_pkey PRIMARY KEY (workspace_id, backend),
  workspace_storage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX workspace_storage_pkey ON public.workspace_storage USING btree (workspace_id, backend);
forced policy own_workspace;

create table workspaces (
  id uuid not null default uuidv7(),
  account_id uuid not null,
  name text not null,
  timezone text not null default 'UTC'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  default_error_flow_id uuid,
  quotas jsonb not null default '{}'::jsonb,
  work_weight smallint not null default 1,
  daily_budget numeric,
  monthly_budget numeric,
  country text,
  postal_address text,
  workspaces_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  workspaces_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  workspaces_daily_budget_check CHECK ((daily_budget >= (0)::numeric)),
  workspaces_id_default_error_flow_id_fkey FOREIGN KEY (id, default_error_flow_id) REFERENCES flows(workspace_id, id) ON DELETE SET NULL (default_error_flow_id),
  workspaces_monthly_budget_check CHECK ((monthly_budget >= (0)::numeric)),
  workspaces_pkey PRIMARY KEY (id),
  workspaces_work_weight_check CHECK (((work_weight >= 1) AND (work_weight <= 100)))
);
CREATE INDEX workspaces_account_id ON public.workspaces USING btree (account_id);
CREATE INDEX workspaces_own_limits ON public.workspaces USING btree (id) WHERE ((quotas <> '{}'::jsonb) OR (work_weight <> 1));
CREATE UNIQUE INDEX workspaces_pkey ON public.workspaces USING btree (id);
forced policy own_workspace;
