import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../../api/query';
import { currentUser } from '../../api/session';
import { useTexts } from '../../i18n/texts';
import { Select } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Empty } from '../../ui/notice';
import { useTitle } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { among, passing, text, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ListEmpty } from '../customers/list-empty';
import { customers } from '../customers/texts';
import { ConversationList } from './conversation-list';
import styles from './inbox.module.css';
import { listConversations } from './list';
import { NewConversation } from './new-conversation';
import { inboxTexts } from './texts';
import { Thread } from './thread';
import { Unrouted, UnroutedLink } from './unrouted';

const channels = ['whatsapp', 'sms', 'email', 'webchat', 'voice'] as const;
const statuses = ['open', 'pending', 'resolved', 'all'] as const;
const names = { q: passing, status: among(statuses), channel: among(channels), who: text };

/** Conversations with contacts: list, thread, and what comes from unknown senders. */
export default function Inbox() {
  const t = useTexts(inboxTexts);
  const { conversationId } = useParams({ strict: false });
  useTitle(t.title);
  return (
    <div
      className={
        conversationId ? `grid min-h-0 h-full ${styles.inbox} ${styles.reading}` : `grid min-h-0 h-full ${styles.inbox}`
      }
    >
      <h1 className="visually-hidden">{t.title}</h1>
      <Conversations chosen={conversationId} />
      {conversationId === 'unrouted' && <Unrouted />}
      {conversationId && conversationId !== 'unrouted' && (
        <Thread key={conversationId} conversationId={conversationId} />
      )}
      {!conversationId && (
        <div className={styles.nothing}>
          <Empty icon="inbox" title={t.choose}>
            {t.chooseHint}
          </Empty>
        </div>
      )}
    </div>
  );
}

function Conversations({ chosen }: { chosen: string | undefined }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const id = useWorkspaceId();
  const can = useCan();
  const navigate = useNavigate();
  const [filters, setFilters] = useAddress(names);
  const [isCreating, setCreating] = useState(false);
  const status = filters.status ?? 'open';
  const pages = usePages(
    listConversations,
    {
      id,
      search: filters.q ?? null,
      status: status === 'all' ? null : status,
      channel: filters.channel ?? null,
      assignedTo: assigneeOf(filters.who),
    },
    ({ workspace }) => workspace.conversations,
    { live: ['conversation', 'message', 'contact'] },
  );
  const open = (conversationId: string) =>
    void navigate({
      to: '/w/$workspaceId/inbox/$conversationId',
      params: { workspaceId: id, conversationId },
      search: filters,
    });
  return (
    <section className={`stack min-h-0 surface line-right ${styles.list}`} aria-label={t.conversations}>
      <div className="stack rigid gap-8 line-below py-12 px-12">
        <div className={`flex gap-8 ${styles.searchRow}`}>
          <SearchBox value={filters.q ?? ''} label={t.search} onChange={(q) => setFilters({ q })} />
          {can('conversations:write') && (
            <IconButton icon="edit" look="plain" label={t.create} onClick={() => setCreating(true)} />
          )}
        </div>
        <div className={`grid gap-6 ${styles.selects}`}>
          <Select
            aria-label={words.status}
            value={status}
            options={statuses.map((value) => ({ value: value as string, label: t[`status_${value}`] }))}
            onChange={(value) => setFilters({ status: value })}
          />
          <Select
            aria-label={words.channel}
            value={filters.channel ?? ''}
            options={[
              { value: '', label: t.allChannels },
              ...channels.map((value) => ({ value: value as string, label: words[`channel_${value}`] })),
            ]}
            onChange={(channel) => setFilters({ channel })}
          />
          <Select
            aria-label={words.assignedTo}
            value={filters.who ?? ''}
            options={[
              { value: '', label: t.anybody },
              { value: 'me', label: t.mine },
              { value: 'none', label: t.unassigned },
            ]}
            onChange={(who) => setFilters({ who })}
          />
        </div>
      </div>
      <UnroutedLink isOpen={chosen === 'unrouted'} onOpen={() => open('unrouted')} />
      <ConversationList
        pages={pages}
        chosen={chosen}
        onOpen={open}
        empty={
          <ListEmpty
            isHidden={pages.isHidden}
            isFiltered={!pages.isHidden && Boolean(filters.q || filters.channel || filters.who || filters.status)}
            onReset={() => setFilters({ q: undefined, channel: undefined, who: undefined, status: undefined })}
            icon={pages.isHidden ? 'lock' : 'inbox'}
            title={t.empty}
          >
            {t.emptyHint}
          </ListEmpty>
        }
      />
      {isCreating && <NewConversation onClose={() => setCreating(false)} onCreated={open} />}
    </section>
  );
}

function assigneeOf(who: string | undefined): string | null {
  if (who === 'me') return currentUser()?.id ?? null;
  return who ?? null;
}
