import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts';
import { Check, Input, Select } from '../../ui/field';
import { Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { type Address, type AddressChange, among, passing, sortedBy, text } from '../../workspace/address';
import { contactStatuses } from '../customers/badges';
import { useMemberOptions } from '../customers/members';
import { customers } from '../customers/texts';
import styles from './contacts.module.css';
import type { ContactRow } from './list';
import { contactsTexts } from './texts';

export const contactAddress = {
  q: passing,
  status: among(contactStatuses),
  tag: text,
  assigned: text,
  blocked: among(['yes']),
  sort: sortedBy(['name', 'status', 'company', 'email', 'createdAt']),
};

interface ContactFiltersProps {
  filters: Address<typeof contactAddress>;
  onChange: (change: AddressChange<typeof contactAddress>) => void;
  /** The rows on screen, whose tags are offered. */
  rows: readonly ContactRow[] | undefined;
}

/** Search and filters of the table. */
export function ContactFilters({ filters, onChange, rows }: ContactFiltersProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const members = useMemberOptions();
  const tags = useMemo(() => [...new Set(rows?.flatMap((row) => row.tags))].sort(), [rows]);
  return (
    <Toolbar>
      <SearchBox value={filters.q ?? ''} label={t.search} onChange={(q) => onChange({ q })} />
      <Select
        aria-label={words.status}
        value={filters.status ?? ''}
        options={[
          { value: '', label: t.allStatuses },
          ...contactStatuses.map((value) => ({ value, label: words[`contact_${value}`] })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Select
        aria-label={words.assignedTo}
        value={filters.assigned ?? ''}
        options={[{ value: '', label: t.anybody }, ...members]}
        onChange={(assigned) => onChange({ assigned })}
      />
      <TagFilter key={filters.tag ?? ''} value={filters.tag ?? ''} tags={tags} onChange={(tag) => onChange({ tag })} />
      <Check
        label={t.onlyDoNotContact}
        checked={filters.blocked !== undefined}
        onChange={(isOn) => onChange({ blocked: isOn ? 'yes' : undefined })}
      />
    </Toolbar>
  );
}

function TagFilter({ value, tags, onChange }: { value: string; tags: string[]; onChange: (tag: string) => void }) {
  const t = useTexts(contactsTexts);
  return (
    <>
      <Input
        type="search"
        className={styles.tagFilter}
        list="contact-tags"
        aria-label={t.tag}
        placeholder={t.tag}
        defaultValue={value}
        onChange={({ target }) => {
          if (target.value === '' || tags.includes(target.value)) onChange(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(event.currentTarget.value.trim());
        }}
      />
      <datalist id="contact-tags">
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
