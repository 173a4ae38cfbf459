import { graphql, type ResultOf } from '../../api/graphql';

export const listConnections = graphql(`
  query VaultConnections($id: ID!, $search: String, $cursor: String) {
    workspace(id: $id) {
      connections(search: $search, cursor: $cursor, limit: 50, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          auth {
            type
            placement
            name
            grant
            authorizeUrl
            tokenUrl
            clientId
            clientAuthentication
            scopes
          }
          provider
          account
          expiresAt
          hosts
          status
          problem
          updatedAt
          usedBy {
            flowId
            name
          }
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

export type Connection = NonNullable<ResultOf<typeof listConnections>['workspace']['connections']>['items'][number];
