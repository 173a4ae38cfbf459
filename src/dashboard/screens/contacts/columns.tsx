import { useTexts } from '../../i18n/texts';
import type { Column } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { Tip } from '../../ui/tip';
import { narrowTable, useNarrow, wideTable } from '../../ui/use-narrow';
import { ContactStatusBadge } from '../customers/badges';
import shared from '../customers/customers.module.css';
import { customers } from '../customers/texts';
import styles from './contacts.module.css';
import type { ContactRow } from './list';
import { contactsTexts } from './texts';

/** The columns of the table. @param onTag shows the contacts with a tag */
export function useContactColumns(onTag: (tag: string) => void): Column<ContactRow>[] {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const isNarrow = useNarrow(narrowTable);
  const isWide = !useNarrow(wideTable);
  const columns: Column<ContactRow>[] = [
    {
      name: 'name',
      header: useTexts(common).name,
      sortBy: 'name',
      width: isNarrow ? '36%' : '17%',
      cell: (row) => <Name row={row} />,
    },
    {
      name: 'status',
      header: words.status,
      sortBy: 'status',
      width: '116px',
      cell: ({ status }) => <ContactStatusBadge status={status} />,
    },
    { name: 'company', header: t.company, sortBy: 'company', width: '12%', cell: ({ company }) => company },
    { name: 'email', header: t.email, sortBy: 'email', width: isNarrow ? '34%' : '19%', cell: ({ email }) => email },
    { name: 'phone', header: t.phone, width: '132px', cell: ({ phone }) => phone },
    {
      name: 'tags',
      header: words.tags,
      cell: ({ tags }) => (
        <span className={styles.tags} title={tags.join(', ') || undefined}>
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className={`inline gap-3 small plain nowrap ${shared.tag}`}
              aria-label={t.showTag(tag)}
              onClick={() => onTag(tag)}
            >
              {tag}
            </button>
          ))}
        </span>
      ),
    },
    {
      name: 'assigned',
      header: words.assignedTo,
      width: '106px',
      cell: ({ assignee }) => assignee && (assignee.name || assignee.email),
    },
    {
      name: 'created',
      header: words.created,
      sortBy: 'createdAt',
      width: '108px',
      align: 'end',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  if (isNarrow) return columns.filter(({ name }) => ['name', 'status', 'email', 'phone'].includes(name));
  return isWide ? columns : columns.filter(({ name }) => name !== 'assigned');
}

function Name({ row: { name, email, phone, doNotContact } }: { row: ContactRow }) {
  const words = useTexts(customers);
  return (
    <span className={`row gap-6 ${styles.name}`}>
      <span>{name || email || phone || words.unnamed}</span>
      {doNotContact && (
        <Tip text={words.doNotContact}>
          <span role="img" aria-label={words.doNotContact} className={`rigid danger ${styles.blocked}`}>
            <Icon name="blocked" size={14} />
          </span>
        </Tip>
      )}
    </span>
  );
}
