import { migrations } from '../../../migrations/index.js';
import {
  type ArchiveSource,
  RowsDigest,
  type RowsSummary,
  readArchive,
  splitRows,
  type TableStart,
} from '../../platform/backup/index.js';
import { portableTables } from './portable-tables.js';
import { NewIds } from './replace-ids.js';
import { type WorkspaceHeader, workspaceArchive } from './workspace-format.js';

/** A file that was read to its end, and the IDs of its records. */
export interface InspectedFile {
  header: WorkspaceHeader;
  ids: NewIds;
  rows: number;
  /** By table, the former IDs of what is switched off by the import. */
  active: Record<string, string[]>;
}

/** Reads a file once, to its end. @throws Error if it is damaged, of a newer release, or has rows of another kind */
export async function inspectWorkspaceFile(file: ArchiveSource): Promise<InspectedFile> {
  const ids = new NewIds();
  let read: WorkspaceHeader | undefined;
  const active: InspectedFile['active'] = {};
  let rows = 0;
  await readArchive(file, workspaceArchive, {
    header(header) {
      requireKnownMigrations(header);
      read = header;
    },
    async table(table, parts, end) {
      requireKnownTable(table);
      const at = table.columns.indexOf('id');
      const wereActive: string[] = [];
      const activeAt = portableTables[table.name]?.replaced?.is_active ? table.columns.indexOf('is_active') : -1;
      const digest = new RowsDigest();
      for await (const row of splitRows(parts)) {
        const fields = row.toString('latin1', 0, row.length - 1).split('\t');
        if (fields.length !== table.columns.length)
          throw new Error(`A row of ${table.name} in ${file.name} is damaged.`);
        digest.add(row);
        const id = fields[at];
        if (id) ids.add(id);
        if (id && fields[activeAt] === 't') wereActive.push(id);
      }
      requireEqual(table.name, digest.summary, end());
      if (activeAt >= 0) active[table.name] = wereActive;
      rows += digest.summary.rows;
    },
  });
  return { header: read as WorkspaceHeader, ids, rows, active };
}

/** @throws Error naming the table whose rows differ */
export function requireEqual(name: string, found: RowsSummary, expected: RowsSummary): void {
  if (found.rows === expected.rows && found.sha256 === expected.sha256) return;
  throw new Error(
    `The table ${name} has ${found.rows} rows with the hash ${found.sha256}, but must have ${expected.rows} with ${expected.sha256}.`,
  );
}

/** A migration of a newer release may have changed what rows mean. */
function requireKnownMigrations({ migrations: names, release }: WorkspaceHeader): void {
  const unknown = names.find((name) => !migrations.some((migration) => migration.name === name));
  if (!unknown) return;
  throw new Error(
    `The workspace was exported with the migration ${unknown}, which this release does not know. Import it with release ${release} or a newer one.`,
  );
}

function requireKnownTable({ name }: TableStart): void {
  if (portableTables[name]) return;
  throw new Error(
    `The file has rows of ${name}, which this release does not import. Import it with the release that wrote it.`,
  );
}
