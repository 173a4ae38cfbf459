import { z } from 'zod';
import type { ArchiveKind } from '../../platform/backup/index.js';

const Header = z.object({
  format: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** The release that wrote it. */
  release: z.string(),
  /** The names of the migrations that the database had. */
  migrations: z.array(z.string()),
  workspaceId: z.uuid(),
  /** The columns of its row in `workspaces`, as text. */
  settings: z.record(z.string(), z.string().nullable()),
  /** How the key is derived with which the file's secrets are encrypted; null if it has none. */
  passphrase: z.object({ salt: z.string(), check: z.string() }).nullable(),
  /** What the workspace has and the file does not. */
  leftOut: z.object({
    /** The names of secrets. */
    secrets: z.array(z.string()),
    webhookUrls: z.int(),
    apiKeys: z.int(),
    members: z.int(),
  }),
});
export type WorkspaceHeader = z.infer<typeof Header>;

/** One workspace. The version is raised by each migration that changes what exported rows mean. */
export const workspaceArchive: ArchiveKind<WorkspaceHeader> = {
  format: 'workspace-automation-workspace',
  version: 1,
  called: 'workspace file',
  header: Header,
};
