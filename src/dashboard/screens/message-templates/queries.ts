import { graphql, type ResultOf } from '../../api/graphql';

export const listEmailTemplates = graphql(`
  query MessageTemplatesEmailTemplates($id: ID!, $cursor: String, $search: String) {
    workspace(id: $id) {
      emailTemplates(limit: 50, cursor: $cursor, search: $search, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          subject
          body
          language
          status
          updatedAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

export const createEmailTemplate = graphql(`
  mutation MessageTemplatesCreateEmailTemplate($workspaceId: ID!, $input: CreateEmailTemplateInput!) {
    saved: createEmailTemplate(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

export const updateEmailTemplate = graphql(`
  mutation MessageTemplatesUpdateEmailTemplate($workspaceId: ID!, $id: ID!, $input: UpdateEmailTemplateInput!, $since: DateTime) {
    saved: updateEmailTemplate(workspaceId: $workspaceId, emailTemplateId: $id, input: $input, ifUnmodifiedSince: $since) {
      id
    }
  }
`);

export const deleteEmailTemplate = graphql(`
  mutation MessageTemplatesDeleteEmailTemplate($workspaceId: ID!, $id: ID!) {
    deleteEmailTemplate(workspaceId: $workspaceId, emailTemplateId: $id) {
      deletedId
    }
  }
`);

export const listWhatsappTemplates = graphql(`
  query MessageTemplatesWhatsappTemplates($id: ID!, $cursor: String, $search: String) {
    workspace(id: $id) {
      whatsappTemplates(limit: 50, cursor: $cursor, search: $search, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          variables
          body
          language
          status
          updatedAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

export const createWhatsappTemplate = graphql(`
  mutation MessageTemplatesCreateWhatsappTemplate($workspaceId: ID!, $input: CreateWhatsappTemplateInput!) {
    saved: createWhatsappTemplate(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

export const updateWhatsappTemplate = graphql(`
  mutation MessageTemplatesUpdateWhatsappTemplate($workspaceId: ID!, $id: ID!, $input: UpdateWhatsappTemplateInput!, $since: DateTime) {
    saved: updateWhatsappTemplate(workspaceId: $workspaceId, whatsappTemplateId: $id, input: $input, ifUnmodifiedSince: $since) {
      id
    }
  }
`);

export const deleteWhatsappTemplate = graphql(`
  mutation MessageTemplatesDeleteWhatsappTemplate($workspaceId: ID!, $id: ID!) {
    deleteWhatsappTemplate(workspaceId: $workspaceId, whatsappTemplateId: $id) {
      deletedId
    }
  }
`);

type EmailPage = NonNullable<ResultOf<typeof listEmailTemplates>['workspace']['emailTemplates']>;
type WhatsappPage = NonNullable<ResultOf<typeof listWhatsappTemplates>['workspace']['whatsappTemplates']>;
export type EmailTemplate = EmailPage['items'][number];
export type WhatsappTemplate = WhatsappPage['items'][number];
