import { graphql, type ResultOf } from '../../api/graphql';

export const listEvents = graphql(`
  query CalendarEvents($id: ID!, $cursor: String, $from: DateTime, $to: DateTime) {
    workspace(id: $id) {
      calendarEvents(limit: 100, cursor: $cursor, from: $from, to: $to, sortBy: startsAt, sortOrder: asc) {
        items {
          id
          title
          startsAt
          endsAt
          status
          location
          timezone
          updatedAt
          contact {
            id
            name
            email
            phone
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

export const findEvent = graphql(`
  query CalendarEvent($id: ID!, $eventId: ID!) {
    workspace(id: $id) {
      calendarEvent(id: $eventId) {
        id
        title
        startsAt
        endsAt
        status
        location
        timezone
        updatedAt
        contact {
          id
          name
          email
          phone
        }
      }
    }
  }
`);

export const createEvent = graphql(`
  mutation CalendarCreate($workspaceId: ID!, $input: CreateCalendarEventInput!) {
    createCalendarEvent(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

export const updateEvent = graphql(`
  mutation CalendarUpdate($workspaceId: ID!, $eventId: ID!, $input: UpdateCalendarEventInput!, $since: DateTime) {
    updateCalendarEvent(workspaceId: $workspaceId, calendarEventId: $eventId, input: $input, ifUnmodifiedSince: $since) {
      id
    }
  }
`);

export const deleteEvent = graphql(`
  mutation CalendarDelete($workspaceId: ID!, $eventId: ID!) {
    deleteCalendarEvent(workspaceId: $workspaceId, calendarEventId: $eventId) {
      deletedId
    }
  }
`);

type Page = NonNullable<ResultOf<typeof listEvents>['workspace']['calendarEvents']>;
/** An appointment. */
export type Appointment = Page['items'][number];
