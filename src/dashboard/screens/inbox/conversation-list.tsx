import { type KeyboardEvent, type ReactNode, type UIEvent, useRef } from 'react';
import type { Pages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { Time } from '../../ui/time';
import { StatusBadge } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import { customers } from '../customers/texts';
import styles from './inbox.module.css';
import type { ConversationRow } from './list';
import { inboxTexts } from './texts';

interface ConversationListProps {
  pages: Pages<ConversationRow>;
  chosen: string | undefined;
  onOpen: (conversationId: string) => void;
  empty: ReactNode;
}

/** The conversations, the latest first. Arrow keys move, Enter opens. */
export function ConversationList({ pages, chosen, onOpen, empty }: ConversationListProps) {
  const t = useTexts(inboxTexts);
  const list = useRef<HTMLUListElement>(null);
  if (pages.query.error && !pages.items) {
    return <ErrorNotice error={pages.query.error} onRetry={() => void pages.query.refetch()} />;
  }
  if (!pages.items) return <Skeleton lines={9} />;
  if (pages.items.length === 0) return empty;
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    if (scrollTop + clientHeight > scrollHeight - 600) pages.more();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
  };
  return (
    <ul ref={list} className="grow min-h-0 scroll" aria-label={t.conversations} onScroll={onScroll} onKeyDown={onKey}>
      {pages.items.map((row) => (
        <Row key={row.id} row={row} isChosen={row.id === chosen} onOpen={() => onOpen(row.id)} />
      ))}
    </ul>
  );
}

function Row({ row, isChosen, onOpen }: { row: ConversationRow; isChosen: boolean; onOpen: () => void }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const { contact, channel, status, messages, lastMessageAt, createdAt, assignee } = row;
  const last = messages?.items[0];
  return (
    <li>
      <button
        type="button"
        className={`stack w-full gap-2 text-left bare pointer line-below py-10 px-14 ${styles.row}`}
        aria-current={isChosen || undefined}
        onClick={onOpen}
      >
        <span className="flex baseline between gap-8">
          <span className="ellipsis semibold">{(contact && contactName(contact)) || words.unnamed}</span>
          <span className="rigid muted small">
            <Time at={lastMessageAt ?? createdAt} />
          </span>
        </span>
        <span className="muted ellipsis">
          {last?.direction === 'outbound' && `${t.you}: `}
          {last?.body ?? t.noMessages}
        </span>
        <span className={`row gap-6 muted small ${styles.facts}`}>
          {words[`channel_${channel}`]}
          {assignee && ` · ${assignee.name || assignee.email}`}
          {last?.status === 'failed' && <StatusBadge status="failed" />}
          {status !== 'open' && <StatusBadge status={status} />}
        </span>
      </button>
    </li>
  );
}
