import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { useWorkspaceId } from '../../workspace/workspace';
import { ContactPanel } from './contact-panel';
import { findConversation } from './conversation';
import inbox from './inbox.module.css';
import { Messages } from './messages';
import { Reply } from './reply';
import { inboxTexts } from './texts';
import { ThreadHead } from './thread-head';
import { useOutgoing } from './use-outgoing';

/** One conversation: its messages, the reply, and the contact beside it. */
export function Thread({ conversationId }: { conversationId: string }) {
  const t = useTexts(inboxTexts);
  const id = useWorkspaceId();
  const { data, error, refetch } = useRead(
    findConversation,
    { id, conversationId },
    { live: ['conversation', 'contact'], keep: false },
  );
  const outgoing = useOutgoing(conversationId);
  if (!data) {
    return (
      <section className="stack min-w-0 min-h-0">
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </section>
    );
  }
  const { conversation } = data.workspace;
  if (!conversation) {
    return (
      <div className={inbox.nothing}>
        <Empty
          icon="inbox"
          title={t.gone}
          action={
            <Link to="/w/$workspaceId/inbox" params={{ workspaceId: id }}>
              {t.backToList}
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <>
      <section className="stack min-w-0 min-h-0" aria-label={t.conversation}>
        <ThreadHead conversation={conversation} />
        <Messages conversationId={conversationId} outgoing={outgoing} />
        <Reply conversation={conversation} onSend={outgoing.send} />
      </section>
      {conversation.contact && <ContactPanel contact={conversation.contact} />}
    </>
  );
}
