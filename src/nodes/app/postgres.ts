import { databaseNodes } from './database-nodes.js';

export const postgresNodes = databaseNodes({ dialect: 'postgres', name: 'PostgreSQL', placeholder: '$1' });
