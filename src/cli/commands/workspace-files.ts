import { withKeys } from '../../app/with-keys.js';
import { type ExportResult, exportWorkspace } from '../../app/workspace-archive/export-workspace.js';
import { type ImportResult, importWorkspace } from '../../app/workspace-archive/import-workspace.js';
import { inspectWorkspaceFile } from '../../app/workspace-archive/inspect-workspace-file.js';
import { createPassphraseKey } from '../../app/workspace-archive/passphrase.js';
import { storageSettings } from '../../config/index.js';
import { CreateWorkspaceInput } from '../../contexts/accounts/workspaces/index.js';
import { archiveSource } from '../../platform/backup/index.js';
import { validationFailed } from '../../platform/errors/errors.js';
import { brokenRules } from '../../platform/graphql/input-rules.js';
import { createVault } from '../../platform/vault/index.js';
import { aboutStorages, newArchive } from '../about-storages.js';
import { countOf, sizeOf } from '../amounts.js';
import { type Answer, type Context, defineCommand, UsageError } from '../command.js';
import { copyProgress } from '../copy-progress.js';
import { findOwner } from '../find-owner.js';
import { withDatabase } from '../open-database.js';
import { recordCommand, recordIn } from '../record-command.js';

interface ExportOptions {
  passphraseStdin?: boolean;
}

/** Writes a workspace to a file or an object storage. */
export const exportCommand = defineCommand<ExportOptions>({
  name: 'workspace export',
  summary: 'Write a workspace to a file or an object storage, from which `workspace import` creates a new one',
  notes: `Servers may run meanwhile. Executions, usage, the audit log, members and API keys are not exported; secrets only with a passphrase. ${aboutStorages}`,
  args: { '<workspace>': 'the ID of the workspace', '<target>': newArchive },
  options: { '--passphrase-stdin': 'read a passphrase from stdin and encrypt the secrets in the file with it' },
  examples: [
    'workspace export 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 acme.workspace',
    'workspace export 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 acme.workspace --passphrase-stdin < passphrase.txt',
    'workspace export 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 s3://backups/acme.workspace',
  ],
  async run(context, options, workspaceId = '', target = '') {
    const passphrase = await readPassphrase(context, options);
    return withDatabase(context, async (pool, config, databaseUrl) => {
      const vault = createVault({ sql: pool, keys: (await withKeys({ ...config, databaseUrl })).vaultKeys });
      const key = passphrase === undefined ? null : await createPassphraseKey(passphrase);
      const onProgress = copyProgress(context, 'read');
      const storage = storageSettings(config);
      const result = await exportWorkspace({ pool, workspaceId, target, storage, vault, key, onProgress });
      const details = { rows: result.rows, secrets: key !== null };
      await recordCommand(pool, (_, record) =>
        record({ action: 'exportWorkspace', workspaceId, targetId: workspaceId, details }),
      );
      return { data: result, lines: exportLines(result) };
    });
  },
});

interface ImportOptions extends ExportOptions {
  owner: string;
  name?: string;
}

/** Creates a workspace from a file or an object. */
export const importCommand = defineCommand<ImportOptions>({
  name: 'workspace import',
  summary: 'Create a workspace from what `workspace export` wrote',
  notes: `Servers may run meanwhile. All records get new IDs, and webhooks new URLs. Flows, webhooks and follow-up sequences are inactive until you activate them. ${aboutStorages}`,
  args: { '<source>': 'what `workspace export` wrote, a file or s3://bucket/key' },
  options: {
    '--owner <email>': { description: 'the email of a registered user, who becomes its OWNER', required: true },
    '--name <name>': 'the name of the workspace; defaults to the one in the file',
    '--passphrase-stdin': 'read from stdin the passphrase that the file was written with',
  },
  examples: [
    'workspace import acme.workspace --owner ana@example.com --name "Acme (copy)"',
    'workspace import s3://backups/acme.workspace --owner ana@example.com',
  ],
  async run(context, { owner: email, name, ...options }, source = '') {
    if (name !== undefined) await requireName(name);
    const passphrase = await readPassphrase(context, options);
    return withDatabase(context, async (pool, config, databaseUrl) => {
      const owner = await findOwner(pool, email);
      const { vaultKeys: keys } = await withKeys({ ...config, databaseUrl });
      const file = archiveSource(source, storageSettings(config));
      context.progress('Checking the file …');
      const inspected = await inspectWorkspaceFile(file);
      const onProgress = copyProgress(context, 'imported');
      const result = await importWorkspace({
        pool,
        file,
        inspected,
        owner,
        name,
        passphrase,
        keys,
        onProgress,
        record: (sql, workspaceId, rows) =>
          recordIn(sql, { action: 'importWorkspace', workspaceId, targetId: workspaceId, details: { rows } }),
      });
      return { data: result, lines: importLines(result) };
    });
  },
});

async function requireName(name: string): Promise<void> {
  const violations = await brokenRules(Object.assign(new CreateWorkspaceInput(), { name }));
  if (violations.length > 0) throw validationFailed(violations);
}

async function readPassphrase(context: Context, { passphraseStdin }: ExportOptions): Promise<string | undefined> {
  if (!passphraseStdin) return undefined;
  const passphrase = (await context.readStdin()).replace(/\r?\n$/, '');
  const length = [...passphrase].length;
  if (length >= 12 && length <= 1024) return passphrase;
  throw new UsageError('The passphrase on stdin must have 12 to 1024 characters.');
}

function exportLines({ file, bytes, rows, tables, leftOut }: ExportResult): Answer['lines'] {
  const { secrets, webhookUrls, apiKeys, members } = leftOut;
  return [
    `${file}: ${countOf(rows, 'row')} of ${countOf(Object.keys(tables).length, 'table')}, ${sizeOf(bytes)}.`,
    ...(secrets.length > 0
      ? [`Without ${countOf(secrets.length, 'secret')}, because no passphrase was given: ${secrets.join(', ')}.`]
      : []),
    `Without ${countOf(apiKeys, 'API key')}, ${countOf(members, 'member')}, and the tokens of ${countOf(webhookUrls, 'webhook URL')}.`,
  ];
}

function importLines({ id, name, rows, tables, wereActive, leftOut, ...made }: ImportResult): Answer['lines'] {
  const { flows, webhooks, followUpSequences } = wereActive;
  const { secrets } = leftOut;
  const active = flows.length + webhooks.length + followUpSequences.length;
  return [
    `Workspace ${id} created: ${name}.`,
    `${countOf(rows, 'row')} of ${countOf(Object.keys(tables).length, 'table')}, all hashes match.`,
    ...(secrets.length > 0 ? [`Create these secrets, which the file does not contain: ${secrets.join(', ')}.`] : []),
    ...(made.webhookUrls > 0
      ? [`${countOf(made.webhookUrls, 'flow has a new webhook URL', 'flows have new webhook URLs')}.`]
      : []),
    ...(made.newWebhookSecrets > 0
      ? [
          `${countOf(made.newWebhookSecrets, 'webhook signs with a new secret', 'webhooks sign with new secrets')}. Rotate a secret to see it.`,
        ]
      : []),
    ...(active > 0
      ? [
          `Inactive until you activate them: ${countOf(flows.length, 'flow')}, ${countOf(webhooks.length, 'webhook')}, ${countOf(followUpSequences.length, 'follow-up sequence')}. \`--json\` prints their IDs.`,
        ]
      : []),
  ];
}
