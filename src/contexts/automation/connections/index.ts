import { defineModule } from '../../module.js';
import { ConnectionOauthMutations } from './connect/oauth.resolver.js';
import { connections } from './connection.record.js';
import { ConnectionMutations } from './connection.resolver.js';
import { ConnectionUsageResolver } from './connection-usage.resolver.js';
import { databasePort } from './databases/database-port.js';
import { databases, openDatabases } from './databases/open-database.js';
import { openConnections } from './open-connection.js';
import { connectionOutbound } from './outbound.js';
import {
  connectionAuthorizations,
  connectionLinks,
  connectionTokens,
  encryptedOauthColumns,
} from './tokens/oauth.entities.js';

export { connectedRequest } from './connected-request.js';
export type { Connection } from './connection.record.js';
export { type OpenDatabase, openDatabases } from './databases/open-database.js';
export { type OpenConnection, type OpenConnections, openConnections } from './open-connection.js';
export type { ConnectionUse } from './read-stored.js';
export { connectionDisconnected, type Disconnected } from './tokens/disconnect.js';

export const connectionsModule = defineModule({
  name: 'automation/connections',
  records: [connections],
  entities: [connectionTokens, connectionLinks, connectionAuthorizations],
  resolvers: [ConnectionMutations, ConnectionUsageResolver, ConnectionOauthMutations],
  services: [openConnections, connectionOutbound, databases, openDatabases],
  ports: { database: databasePort },
  encryptedColumns: encryptedOauthColumns,
  routes: async () => [
    (await import('./connection.routes.js')).routes,
    (await import('./connect/oauth.routes.js')).routes,
    (await import('./connect/oauth.routes.js')).oauthRoutes,
  ],
});
