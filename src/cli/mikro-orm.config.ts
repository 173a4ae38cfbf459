import { migrations } from '../../migrations/index.js';
import { loadConfig } from '../config/index.js';
import { migratorOptions } from '../platform/database/migrate.js';

const { databaseUrl } = loadConfig(process.env);
if (!databaseUrl) throw new Error('Set DATABASE_URL to the database that mikro-orm is to look at.');

/** For MikroORM's own command line: `npx mikro-orm migration:list`, `npx mikro-orm debug`. */
export default migratorOptions(databaseUrl, migrations);
