import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { Time } from '../../ui/time';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ContactPicker, type PickedContact } from '../customers/contact-picker';
import { customers } from '../customers/texts';
import { Attachments } from './attachments';
import styles from './inbox.module.css';
import { inboxTexts } from './texts';

const countUnrouted = graphql(`
  query InboxCountUnrouted($id: ID!) {
    workspace(id: $id) {
      unroutedMessages(limit: 1) {
        pagination {
          total
        }
      }
    }
  }
`);

const listUnrouted = graphql(`
  query InboxUnrouted($id: ID!, $cursor: String) {
    workspace(id: $id) {
      unroutedMessages(limit: 50, cursor: $cursor) {
        items {
          id
          body
          channel
          sender
          senderName
          receivedAt
          attachments {
            fileId
            name
            size
          }
          dropped
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const assignUnrouted = graphql(`
  mutation InboxAssignUnrouted($workspaceId: ID!, $unroutedMessageId: ID!, $input: AssignUnroutedMessageInput!) {
    assignUnroutedMessage(workspaceId: $workspaceId, unroutedMessageId: $unroutedMessageId, input: $input) {
      id
    }
  }
`);

const discardUnrouted = graphql(`
  mutation InboxDiscardUnrouted($workspaceId: ID!, $unroutedMessageId: ID!) {
    deleteUnroutedMessage(workspaceId: $workspaceId, unroutedMessageId: $unroutedMessageId) {
      deletedId
    }
  }
`);

type Page = NonNullable<ResultOf<typeof listUnrouted>['workspace']['unroutedMessages']>;
type UnroutedMessage = Page['items'][number];

/** Unrouted messages are not announced: they are read again this often, and when others arrive. */
const every = () => 30_000;

/** Leads to the messages of unknown senders, if there are any. */
export function UnroutedLink({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const t = useTexts(inboxTexts);
  const id = useWorkspaceId();
  const { data } = useRead(countUnrouted, { id }, { live: ['conversation', 'message'], every });
  const total = data?.workspace.unroutedMessages?.pagination.total ?? 0;
  if (total === 0 && !isOpen) return null;
  return (
    <button
      type="button"
      className={`row rigid gap-8 warning text-left pointer line-below on-warning borderless ${styles.unroutedLink}`}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <Icon name="help" size={16} />
      {t.unroutedCount(total)}
    </button>
  );
}

/** Messages of senders that no contact is: each can be assigned or discarded. */
export function Unrouted() {
  const t = useTexts(inboxTexts);
  const id = useWorkspaceId();
  const pages = usePages(listUnrouted, { id }, ({ workspace }) => workspace.unroutedMessages, {
    live: ['conversation', 'message'],
  });
  if (!pages.items) {
    return (
      <section className={styles.unrouted}>
        {pages.query.error ? <ErrorNotice error={pages.query.error} /> : <Skeleton />}
      </section>
    );
  }
  return (
    <section className={styles.unrouted} aria-label={t.unrouted}>
      <h2>{t.unrouted}</h2>
      <p className="muted mb-14">{t.unroutedHint}</p>
      {pages.items.length === 0 && (
        <Empty icon="check" title={t.unroutedEmpty}>
          {t.unroutedEmptyHint}
        </Empty>
      )}
      <ul>
        {pages.items.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
      {pages.query.hasNextPage && <Button onClick={pages.more}>{t.loadOlder}</Button>}
    </section>
  );
}

function Message({ message }: { message: UnroutedMessage }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const can = useCan();
  const [asking, setAsking] = useState<'assign' | 'discard' | null>(null);
  const { sender, senderName, channel, receivedAt, body, attachments, dropped } = message;
  return (
    <li className={`box mb-10 ${styles.unroutedMessage}`}>
      <div className="flex baseline between gap-8">
        <span className="ellipsis semibold">{senderName ? `${senderName} · ${sender}` : sender}</span>
        <span className="rigid muted small">
          {words[`channel_${channel}`]} · <Time at={receivedAt} />
        </span>
      </div>
      <p>{body}</p>
      <Attachments attachments={attachments} />
      {dropped && <p className={`small ${styles.failed}`}>{dropped}</p>}
      {can('conversations:write') && (
        <div className="flex gap-8">
          <Button size="small" icon="user" onClick={() => setAsking('assign')}>
            {t.assign}
          </Button>
          <Button size="small" look="quiet" icon="trash" onClick={() => setAsking('discard')}>
            {t.discard}
          </Button>
        </div>
      )}
      {asking === 'assign' && <Assign message={message} onClose={() => setAsking(null)} />}
      {asking === 'discard' && (
        <ConfirmWrite
          operation={discardUnrouted}
          variables={{ unroutedMessageId: message.id }}
          changes={['message']}
          title={t.discardTitle}
          description={t.discardHint}
          submit={t.discard}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  );
}

function Assign({ message, onClose }: { message: UnroutedMessage; onClose: () => void }) {
  const t = useTexts(inboxTexts);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const [contact, setContact] = useState<PickedContact | null>(null);
  const { mutate, isPending, error } = useWrite(assignUnrouted, ['conversation', 'message', 'contact']);
  const submit = () =>
    mutate(
      { workspaceId, unroutedMessageId: message.id, input: contact ? { contactId: contact.id } : {} },
      {
        onSuccess: ({ assignUnroutedMessage: { id } }) =>
          void navigate({
            to: '/w/$workspaceId/inbox/$conversationId',
            params: { workspaceId, conversationId: id },
          }),
      },
    );
  return (
    <FormDialog
      title={t.assign}
      description={message.sender}
      open
      onClose={onClose}
      submit={t.assign}
      busy={isPending}
      error={error}
      onSubmit={submit}
    >
      <Field label={useTexts(customers).contact} hint={t.assignHint} error={fieldError(error, 'contactId')}>
        <ContactPicker value={contact} onChange={setContact} />
      </Field>
    </FormDialog>
  );
}
