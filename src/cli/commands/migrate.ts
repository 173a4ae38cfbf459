import { migrations } from '../../../migrations/index.js';
import { prepareDatabase } from '../../app/prepare-database.js';
import { loadConfig } from '../../config/index.js';
import { explainStartError } from '../../platform/database/explain-start-error.js';
import { type MigrationStatus, migrationStatus } from '../../platform/database/migrate.js';
import { NewerSchemaError } from '../../platform/errors/database-errors.js';
import { type Answer, type Context, defineCommand, UsageError } from '../command.js';
import { type CommandDatabase, connectDatabase } from '../open-database.js';

interface MigrateOptions {
  status?: boolean;
  dryRun?: boolean;
}

/** Brings the database schema up to date, as a start of the server does. */
export const migrate = defineCommand<MigrateOptions>({
  name: 'migrate',
  summary: 'Bring the database schema up to date',
  notes: 'A start of the server does the same. Several processes may do so at once.',
  options: {
    '--status': 'show which migrations are applied and pending, and change nothing',
    '--dry-run': 'show which migrations would be applied, and change nothing',
  },
  examples: ['migrate', 'migrate --status --json'],
  async run(context, { status, dryRun }) {
    if (status && dryRun) throw new UsageError('--status is not allowed with --dry-run.');
    const config = loadConfig(context.env);
    const database = await connectDatabase(config, context);
    try {
      const before = await migrationStatus(database.pool, migrations);
      if (status) return describe(before);
      if (before.unknown.length > 0) throw new NewerSchemaError(before.unknown);
      if (dryRun) return planned(before);
      return await apply(database, context, before);
    } catch (error) {
      throw explainStartError(error, database.url, config);
    } finally {
      await database.close();
    }
  },
});

function describe(status: MigrationStatus): Answer {
  const { applied, pending, unknown } = status;
  return {
    data: status,
    failed: unknown.length > 0,
    lines: [
      `${applied.length} applied, ${pending.length} pending.`,
      ...pending.map((name) => `pending  ${name}`),
      ...unknown.map((name) => `unknown  ${name}: of a newer release`),
    ],
  };
}

function planned({ pending }: MigrationStatus): Answer {
  const lines = pending.length > 0 ? pending.map((name) => `would apply  ${name}`) : ['Nothing to apply.'];
  return { data: { applied: [], pending, dryRun: true }, lines };
}

async function apply({ url }: CommandDatabase, { progress }: Context, { pending }: MigrationStatus): Promise<Answer> {
  await prepareDatabase({ url, onProgress: progress });
  const done = pending.length > 0 ? pending.map((name) => `applied  ${name}`) : ['The schema is up to date.'];
  return { data: { applied: pending, pending: [] }, lines: done };
}
