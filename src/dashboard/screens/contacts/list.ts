import { graphql, type ResultOf } from '../../api/graphql';

export const listContacts = graphql(`
  query ContactsList(
    $id: ID!
    $cursor: String
    $search: String
    $status: ContactStatus
    $tag: String
    $assignedTo: ID
    $doNotContact: Boolean
    $sortBy: ContactSortKey
    $sortOrder: SortOrder
  ) {
    workspace(id: $id) {
      contacts(
        limit: 100
        cursor: $cursor
        search: $search
        status: $status
        tag: $tag
        assignedTo: $assignedTo
        doNotContact: $doNotContact
        sortBy: $sortBy
        sortOrder: $sortOrder
      ) {
        items {
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
          customFields
          createdAt
          updatedAt
          assignee {
            name
            email
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

type Page = NonNullable<ResultOf<typeof listContacts>['workspace']['contacts']>;
/** A contact as the table and the form know it. */
export type ContactRow = Page['items'][number];
