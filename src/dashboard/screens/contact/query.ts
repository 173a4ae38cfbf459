import { graphql, type ResultOf } from '../../api/graphql';

export const findContact = graphql(`
  query ContactDetails($id: ID!, $contactId: ID!) {
    workspace(id: $id) {
      contact(id: $contactId) {
        id
        name
        email
        phone
        company
        status
        source
        tags
        assignedTo
        doNotContact
        unsubscribedAt
        unsubscribedBy
        customFields
        createdAt
        updatedAt
        assignee {
          name
          email
        }
        conversations(limit: 50, sortBy: lastMessageAt, sortOrder: desc) {
          items {
            id
            channel
            status
            createdAt
            lastMessageAt
            messages(limit: 1, sortBy: createdAt, sortOrder: desc) {
              items {
                id
                body
                direction
              }
            }
          }
        }
        opportunities(limit: 50, sortBy: createdAt, sortOrder: desc) {
          items {
            id
            name
            value
            currency
            status
            createdAt
            pipelineId
            stage {
              name
            }
          }
        }
        calendarEvents(limit: 50, sortBy: startsAt, sortOrder: desc) {
          items {
            id
            title
            startsAt
            status
            location
          }
        }
        voiceCalls(limit: 50, sortBy: createdAt, sortOrder: desc) {
          items {
            id
            direction
            status
            createdAt
          }
        }
      }
    }
  }
`);

/** A contact with what happened to it. */
export type ContactDetails = NonNullable<ResultOf<typeof findContact>['workspace']['contact']>;
