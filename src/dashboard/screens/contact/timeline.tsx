import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { minuteTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Icon, type IconName } from '../../ui/icon';
import { Time } from '../../ui/time';
import { useWorkspaceId } from '../../workspace/workspace';
import { useStatusText } from '../customers/badges';
import styles from '../customers/customers.module.css';
import { money } from '../customers/money';
import { customers } from '../customers/texts';
import type { ContactDetails } from './query';
import { contactTexts } from './texts';

interface Entry {
  id: string;
  at: string;
  icon: IconName;
  title: string;
  state?: string;
  text?: ReactNode;
  /** A path below the workspace. */
  to?: string;
  /** The query of that path. */
  search?: Record<string, string>;
}

/** What happened with a contact, the latest first. */
export function Timeline({ contact }: { contact: ContactDetails }) {
  const entries = useEntries(contact);
  const root: string = `/w/${useWorkspaceId()}`;
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, at, icon, title, state, text, to, search }) => (
        <li key={id}>
          <span className={`centred rigid muted circle sunken ${styles.mark}`}>
            <Icon name={icon} size={16} />
          </span>
          <div>
            <div className={`flex wrap baseline ${styles.entryHead}`}>
              {to ? (
                <Link to={[root, to].join('/')} search={search ?? {}}>
                  {title}
                </Link>
              ) : (
                <strong>{title}</strong>
              )}
              {state && <span className="muted small">{state}</span>}
              <span className="ml-auto muted small">
                <Time at={at} />
              </span>
            </div>
            {text && <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function useEntries(contact: ContactDetails): Entry[] {
  const t = useTexts(contactTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  const language = useLanguage();
  const conversations = (contact.conversations?.items ?? []).map(
    ({ id, channel, status, createdAt, lastMessageAt, messages }): Entry => ({
      id,
      icon: 'inbox',
      at: lastMessageAt ?? createdAt,
      to: `inbox/${id}`,
      title: `${t.conversation} · ${words[`channel_${channel}`]}`,
      state: statusText(status),
      text: messages?.items[0]?.body.slice(0, 240) ?? t.noMessages,
    }),
  );
  const opportunities = (contact.opportunities?.items ?? []).map(
    ({ id, name, status, createdAt, value, currency, pipelineId, stage }): Entry => ({
      id,
      icon: 'pipeline',
      at: createdAt,
      to: `pipeline/${pipelineId}`,
      search: { open: id },
      title: `${t.opportunity} · ${name}`,
      state: statusText(status),
      text: [value && money(value, currency, language), stage?.name].filter(Boolean).join(' · '),
    }),
  );
  const events = (contact.calendarEvents?.items ?? []).map(
    ({ id, title, startsAt, status, location }): Entry => ({
      id,
      icon: 'calendar',
      at: startsAt,
      to: `calendar/${id}`,
      title: `${t.appointment} · ${title}`,
      state: statusText(status),
      text: [minuteTime(startsAt, language), location].filter(Boolean).join(' · '),
    }),
  );
  const calls = (contact.voiceCalls?.items ?? []).map(
    ({ id, direction, status, createdAt }): Entry => ({
      id,
      icon: 'phone',
      at: createdAt,
      title: t.call,
      state: `${direction} · ${status}`,
    }),
  );
  const created: Entry = { id: 'created', icon: 'user', at: contact.createdAt, title: t.created };
  return [...conversations, ...opportunities, ...events, ...calls, created].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}
