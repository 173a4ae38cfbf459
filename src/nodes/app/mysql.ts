import { databaseNodes } from './database-nodes.js';

export const mysqlNodes = databaseNodes({ dialect: 'mysql', name: 'MySQL', placeholder: '?' });
