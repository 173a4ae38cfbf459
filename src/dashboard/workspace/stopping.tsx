import { graphql } from '../api/graphql';
import { useRead } from '../api/query';
import type { Role } from '../generated/graphql';
import { useTexts } from '../i18n/texts';
import { Notice } from '../ui/notice';
import { toast } from '../ui/toast';
import { type Stopping, texts } from './stopping-texts';
import { useWorkspaceId } from './workspace';

const ofMember = graphql(`
  query StoppingOfMember($id: ID!, $userId: ID!, $role: Role) {
    workspace(id: $id) {
      member(userId: $userId) {
        owns(role: $role) {
          flows {
            name
          }
          webhooks {
            url
          }
          hasMore
        }
      }
    }
  }
`);

const ofKey = graphql(`
  query StoppingOfKey($id: ID!, $prefix: String!) {
    workspace(id: $id) {
      apiKeys(search: $prefix, limit: 20) {
        items {
          id
          owns {
            flows {
              name
            }
            webhooks {
              url
            }
            hasMore
          }
        }
      }
    }
  }
`);

/** What will be paused when the member is removed or leaves, or, with `role`, gets that role. */
export function StoppingOfMember({ userId, role = null }: { userId: string; role?: Role | null }) {
  const id = useWorkspaceId();
  const { data, isError } = useRead(ofMember, { id, userId, role }, { keep: false });
  return <WillPause stopping={data?.workspace.member?.owns} isLoading={!data && !isError} isError={isError} />;
}

/** What will be paused when the API key is revoked. */
export function StoppingOfKey({ apiKey }: { apiKey: { id: string; prefix: string } }) {
  const id = useWorkspaceId();
  const { data, isError } = useRead(ofKey, { id, prefix: apiKey.prefix }, { keep: false });
  const found = data?.workspace.apiKeys?.items.find((one) => one.id === apiKey.id);
  return <WillPause stopping={found?.owns} isLoading={!data && !isError} isError={isError} />;
}

interface WillPauseProps {
  stopping: Stopping | null | undefined;
  isLoading: boolean;
  isError: boolean;
}

/** Only informs: confirming never waits for it. */
function WillPause({ stopping, isLoading, isError }: WillPauseProps) {
  const t = useTexts(texts);
  if (isError) return <Notice>{t.notRead}</Notice>;
  if (isLoading) return <Notice>{t.looking}</Notice>;
  if (!stopping || stopping.flows.length + stopping.webhooks.length === 0) return null;
  return <Notice tone="warning">{t.willPause(stopping)}</Notice>;
}

/** Shows how much was paused, if anything was. */
export function useToastPaused() {
  const t = useTexts(texts);
  return (paused: { flows: readonly string[]; webhooks: readonly string[] } | null | undefined) => {
    if (paused && paused.flows.length + paused.webhooks.length > 0)
      toast(t.paused(paused.flows.length, paused.webhooks.length));
  };
}
