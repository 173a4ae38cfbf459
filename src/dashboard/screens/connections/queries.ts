import { graphql, type ResultOf } from '../../api/graphql';

export const readConnections = graphql(`
  query ConnectionsPage($id: ID!) {
    workspace(id: $id) {
      smtp: secrets(search: "SMTP_", limit: 100) {
        items {
          id
          name
          flowId
          usedBy {
            flowId
            name
          }
        }
      }
      twilio: secrets(search: "TWILIO_", limit: 100) {
        items {
          id
          name
          flowId
          usedBy {
            flowId
            name
          }
        }
      }
      whatsapp: secrets(search: "WHATSAPP_", limit: 100) {
        items {
          id
          name
          flowId
          usedBy {
            flowId
            name
          }
        }
      }
      llm: secrets(search: "LLM_", limit: 100) {
        items {
          id
          name
          flowId
          usedBy {
            flowId
            name
          }
        }
      }
      lastEmail: outbox(channel: email, limit: 1) {
        items {
          status
          createdAt
          error {
            message
          }
        }
      }
      lastSms: outbox(channel: sms, limit: 1) {
        items {
          status
          createdAt
          error {
            message
          }
        }
      }
      lastWhatsapp: outbox(channel: whatsapp, limit: 1) {
        items {
          status
          createdAt
          error {
            message
          }
        }
      }
      usage {
        events(eventType: ai_call, limit: 1) {
          items {
            createdAt
          }
        }
      }
    }
  }
`);

export const createSecret = graphql(`
  mutation ConnectionsCreateSecret($workspaceId: ID!, $input: CreateSecretInput!) {
    createSecret(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

export const updateSecret = graphql(`
  mutation ConnectionsUpdateSecret($workspaceId: ID!, $secretId: ID!, $input: UpdateSecretInput!) {
    updateSecret(workspaceId: $workspaceId, secretId: $secretId, input: $input) {
      id
    }
  }
`);

type Data = ResultOf<typeof readConnections>['workspace'];
export type Secret = NonNullable<Data['smtp']>['items'][number];
export type Last = NonNullable<Data['lastEmail']>['items'][number];

/** The secrets for all flows, by name. */
export function secretsIn({ smtp, twilio, whatsapp, llm }: Data): ReadonlyMap<string, Secret> {
  const all = [smtp, twilio, whatsapp, llm].flatMap((page) => page?.items ?? []);
  return new Map(all.filter(({ flowId }) => !flowId).map((secret) => [secret.name, secret]));
}

/** The newest message of each channel; absent without the right to read them. */
export const lastIn = ({ lastEmail, lastSms, lastWhatsapp }: Data) => ({
  email: lastEmail?.items[0],
  sms: lastSms?.items[0],
  whatsapp: lastWhatsapp?.items[0],
});
