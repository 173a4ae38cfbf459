import { Link, useSearch } from '@tanstack/react-router';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import type { UpdateConversationInput } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast, toastError } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { StatusBadge } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import { AssigneeSelect } from '../customers/members';
import { customers } from '../customers/texts';
import type { OpenConversation } from './conversation';
import styles from './inbox.module.css';
import { inboxTexts } from './texts';

const updateConversation = graphql(`
  mutation InboxUpdate($workspaceId: ID!, $conversationId: ID!, $input: UpdateConversationInput!) {
    updateConversation(workspaceId: $workspaceId, conversationId: $conversationId, input: $input) {
      id
    }
  }
`);

/** Whose conversation it is, and its state. */
export function ThreadHead({ conversation }: { conversation: OpenConversation }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const search = useSearch({ strict: false });
  const { contact, channel, status } = conversation;
  return (
    <header className={`row wrap rigid line-below surface py-10 px-18 gap-x-12 gap-y-8`}>
      <Link
        to="/w/$workspaceId/inbox"
        params={{ workspaceId }}
        search={search as never}
        className={`hidden ${styles.back}`}
        aria-label={t.backToList}
      >
        <Icon name="arrowLeft" />
      </Link>
      <div className={styles.threadTitle}>
        <h2>{(contact && contactName(contact)) || words.unnamed}</h2>
        <span>
          {words[`channel_${channel}`]} <StatusBadge status={status} />
        </span>
      </div>
      <Actions conversation={conversation} />
    </header>
  );
}

function Actions({ conversation: { id, status, assignedTo } }: { conversation: OpenConversation }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const can = useCan();
  const { mutate, isPending } = useWrite(updateConversation, ['conversation']);
  if (!can('conversations:write')) return null;
  const update = (input: UpdateConversationInput, message?: string, back?: UpdateConversationInput) =>
    mutate(
      { workspaceId, conversationId: id, input },
      {
        onSuccess: () => message && toast(message, back ? { undo: () => update(back) } : {}),
        onError: toastError,
      },
    );
  return (
    <div className={`flex wrap gap-8 ${styles.threadActions}`}>
      <AssigneeSelect
        aria-label={words.assignedTo}
        value={assignedTo ?? null}
        onChange={(userId) => update({ assignedTo: userId })}
      />
      {status === 'resolved' ? (
        <Button icon="refresh" busy={isPending} onClick={() => update({ status: 'open' }, t.opened, { status })}>
          {t.reopen}
        </Button>
      ) : (
        <>
          {status === 'open' && (
            <Button icon="wait" onClick={() => update({ status: 'pending' })}>
              {t.markPending}
            </Button>
          )}
          {status === 'pending' && <Button onClick={() => update({ status: 'open' })}>{t.reopen}</Button>}
          <Button icon="check" busy={isPending} onClick={() => update({ status: 'resolved' }, t.closed, { status })}>
            {t.close}
          </Button>
        </>
      )}
    </div>
  );
}
