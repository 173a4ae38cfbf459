import { graphql, type ResultOf } from '../../api/graphql';

export const findConversation = graphql(`
  query InboxConversation($id: ID!, $conversationId: ID!) {
    workspace(id: $id) {
      conversation(id: $conversationId) {
        id
        channel
        status
        assignedTo
        contact {
          id
          name
          email
          phone
          company
          status
          tags
          doNotContact
        }
      }
    }
  }
`);

/** A conversation with its contact. */
export type OpenConversation = NonNullable<ResultOf<typeof findConversation>['workspace']['conversation']>;
