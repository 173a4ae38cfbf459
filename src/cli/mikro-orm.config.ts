import { migrations } from '../../migrations/index.js';
import { loadConfig } from '../config/index.js';
import { migratorOptions } from '../platform/database/migrate.js';

const { databaseUrl: url, databaseDirectUrl: directUrl } = loadConfig(process.env);
const databaseUrl = directUrl ?? url;
if (!databaseUrl) throw new Error('DATABASE_URL is required: set it to the URL of the database for mikro-orm.');

/** The configuration of MikroORM's command line: `npx mikro-orm migration:list`, `npx mikro-orm debug`. */
export default migratorOptions(databaseUrl, migrations);
