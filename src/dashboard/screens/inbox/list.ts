import { graphql, type ResultOf } from '../../api/graphql';

export const listConversations = graphql(`
  query InboxList(
    $id: ID!
    $cursor: String
    $search: String
    $status: ConversationStatus
    $channel: ConversationChannel
    $assignedTo: ID
  ) {
    workspace(id: $id) {
      conversations(
        limit: 30
        cursor: $cursor
        search: $search
        status: $status
        channel: $channel
        assignedTo: $assignedTo
        sortBy: lastMessageAt
        sortOrder: desc
      ) {
        items {
          id
          channel
          status
          createdAt
          lastMessageAt
          contact {
            id
            name
            email
            phone
          }
          assignee {
            name
            email
          }
          messages(limit: 1, sortBy: createdAt, sortOrder: desc) {
            items {
              id
              body
              direction
              status
            }
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

type Page = NonNullable<ResultOf<typeof listConversations>['workspace']['conversations']>;
/** A conversation as the list shows it. */
export type ConversationRow = Page['items'][number];
