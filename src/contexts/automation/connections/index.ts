import { defineModule } from '../../module.js';
import { connections } from './connection.record.js';
import { ConnectionMutations } from './connection.resolver.js';
import { ConnectionUsageResolver } from './connection-usage.resolver.js';
import { databasePort } from './databases/database-port.js';
import { databases, openDatabases } from './databases/open-database.js';
import { openConnections } from './open-connection.js';
import { connectionOutbound } from './test-connection.js';

export { connectedRequest } from './connected-request.js';
export type { Connection } from './connection.record.js';
export { type OpenDatabase, openDatabases } from './databases/open-database.js';
export { type OpenConnection, type OpenConnections, openConnections } from './open-connection.js';
export type { ConnectionUse } from './read-stored.js';

export const connectionsModule = defineModule({
  name: 'automation/connections',
  records: [connections],
  resolvers: [ConnectionMutations, ConnectionUsageResolver],
  services: [openConnections, connectionOutbound, databases, openDatabases],
  ports: { database: databasePort },
  routes: async () => [(await import('./connection.routes.js')).routes],
});
