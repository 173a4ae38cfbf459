import type { ReactNode, UIEvent } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { dateText, exactTime } from '../../i18n/format';
import { type Language, useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { ScrollBox } from '../../ui/scroll-box';
import { common } from '../../ui/texts';
import { useWorkspaceId } from '../../workspace/workspace';
import { useStatusText } from '../customers/badges';
import { Attachments } from './attachments';
import styles from './inbox.module.css';
import { inboxTexts } from './texts';
import type { Outgoing, OutgoingMessage } from './use-outgoing';

const listMessages = graphql(`
  query InboxMessages($id: ID!, $conversationId: ID!, $cursor: String) {
    workspace(id: $id) {
      messages(conversationId: $conversationId, limit: 40, cursor: $cursor, sortBy: createdAt, sortOrder: desc) {
        items {
          id
          author
          body
          direction
          status
          error
          attachments {
            fileId
            name
            size
          }
          dropped
          createdAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

type Page = NonNullable<ResultOf<typeof listMessages>['workspace']['messages']>;
type Message = Page['items'][number];

/** The messages of a conversation, the newest at the bottom; older ones are read on the way up. */
export function Messages({ conversationId, outgoing }: { conversationId: string; outgoing: Outgoing }) {
  const t = useTexts(inboxTexts);
  const id = useWorkspaceId();
  const pages = usePages(listMessages, { id, conversationId }, ({ workspace }) => workspace.messages, {
    live: ['message'],
  });
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    // The scroller begins at its end, so that positions are negative.
    if (clientHeight - scrollTop > scrollHeight - 300) pages.more();
  };
  const messages = [...(pages.items ?? [])].reverse();
  const known = new Set(messages.map((message) => message.id));
  const waiting = outgoing.messages.filter((one) => !one.id || !known.has(one.id));
  return (
    <ScrollBox className={`flex grow min-h-0 ${styles.scroller}`} onScroll={onScroll} role="log" label={t.messages}>
      <div className={`stack gap-10 ${styles.messages}`}>
        {!pages.items && (pages.query.error ? <ErrorNotice error={pages.query.error} /> : <Skeleton lines={6} />)}
        {pages.query.hasNextPage && (
          <Button
            size="small"
            look="quiet"
            className={styles.older}
            busy={pages.query.isFetchingNextPage}
            onClick={pages.more}
          >
            {t.loadOlder}
          </Button>
        )}
        {pages.items && messages.length + waiting.length === 0 && (
          <p className={`muted text-center ${styles.noMessages}`}>{t.noMessages}</p>
        )}
        <Bubbles messages={messages} />
        {waiting.map((message) => (
          <Waiting key={message.key} message={message} onRetry={() => outgoing.retry(message)} />
        ))}
      </div>
    </ScrollBox>
  );
}

function Bubbles({ messages }: { messages: readonly Message[] }) {
  const language = useLanguage();
  const t = useTexts(inboxTexts);
  return messages.map((message, index) => {
    const day = dayOf(message.createdAt);
    const isNewDay = index === 0 || dayOf(messages[index - 1]?.createdAt ?? '') !== day;
    return (
      <div key={message.id} className="stack">
        {isNewDay && (
          <div className={`muted small mb-14 mt-8 ${styles.day}`}>{dayName(message.createdAt, language, t)}</div>
        )}
        <Bubble message={message} />
      </div>
    );
  });
}

const dayOf = (iso: string) => new Date(iso).toDateString();

function dayName(iso: string, language: Language, t: { today: string; yesterday: string }): string {
  const now = new Date();
  if (dayOf(iso) === now.toDateString()) return t.today;
  if (dayOf(iso) === new Date(now.getTime() - 86_400_000).toDateString()) return t.yesterday;
  return dateText(iso, language, { dateStyle: 'full' });
}

function Bubble({ message }: { message: Message }) {
  const { author, body, direction, status, error, attachments, dropped, createdAt } = message;
  const t = useTexts(inboxTexts);
  const language = useLanguage();
  const statusText = useStatusText();
  const isOut = direction === 'outbound';
  const time = dateText(createdAt, language, { timeStyle: 'short' });
  return (
    <Box isOut={isOut} body={body} below={<Attachments attachments={attachments} />}>
      {author !== 'contact' && <span>{t[`author_${author}`]}</span>}
      <time dateTime={createdAt} title={exactTime(createdAt, language)}>
        {time}
      </time>
      {isOut && (
        <span className={status === 'failed' ? styles.failed : undefined}>
          <Icon name={status === 'failed' ? 'alert' : status === 'queued' ? 'clock' : 'check'} size={13} />
          {statusText(status)}
        </span>
      )}
      {error && <span className={styles.failed}>{error}</span>}
      {dropped && <span className={styles.failed}>{dropped}</span>}
    </Box>
  );
}

function Waiting({ message, onRetry }: { message: OutgoingMessage; onRetry: () => void }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(common);
  return (
    <Box isOut body={message.body}>
      {message.error ? (
        <>
          <span className={styles.failed} role="alert">
            <Icon name="alert" size={13} />
            {t.notSent}: {message.error.message}
          </span>
          <Button size="small" onClick={onRetry}>
            {words.retry}
          </Button>
        </>
      ) : (
        <span>
          <Icon name="clock" size={13} />
          {t.sending}
        </span>
      )}
    </Box>
  );
}

interface BoxProps {
  isOut: boolean;
  body: string;
  below?: ReactNode;
  children: ReactNode;
}

function Box({ isOut, body, below, children }: BoxProps) {
  return (
    <div className={isOut ? `${styles.message} ${styles.out}` : styles.message}>
      <p className={`break border surface ${styles.body}`}>{body}</p>
      {below}
      <div className={`row wrap muted small ${styles.meta}`}>{children}</div>
    </div>
  );
}
