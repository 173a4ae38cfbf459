import { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import field from '../../ui/field.module.css';
import { Icon } from '../../ui/icon';
import { Options, useOptions } from '../../ui/options';
import popup from '../../ui/popup.module.css';
import { common } from '../../ui/texts';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './customers.module.css';
import { customers } from './texts';

const findContacts = graphql(`
  query CustomersFindContacts($id: ID!, $search: String) {
    workspace(id: $id) {
      contacts(limit: 12, search: $search, sortBy: updatedAt) {
        items {
          id
          name
          email
          phone
        }
      }
    }
  }
`);

/** What the picker knows of a contact. */
export interface PickedContact {
  id: string;
  name?: string | null;
  email?: string | null;
  phone?: string | null;
}

/** How a contact is called: by name, or by its address. */
export const contactName = ({ name, email, phone }: Omit<PickedContact, 'id'>): string => name || email || phone || '';

interface ContactPickerProps {
  value: PickedContact | null;
  onChange: (contact: PickedContact | null) => void;
  /** Given by the field around it. */
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-label'?: string;
}

/** One contact, found by typing. */
export function ContactPicker({ value, onChange, ...rest }: ContactPickerProps) {
  const t = useTexts(customers);
  const words = useTexts(common);
  const id = useWorkspaceId();
  const [text, setText] = useState('');
  const options = useOptions();
  const search = text.trim() === (value ? contactName(value) : '') ? '' : text.trim();
  const { data, isPending } = useRead(findContacts, { id, search: search || null }, { live: ['contact'] });
  const found: PickedContact[] = data?.workspace.contacts?.items ?? [];
  const items = value && !found.some((one) => one.id === value.id) ? [value, ...found] : found;
  return (
    <Combobox.Root
      {...options.root}
      items={items}
      value={value}
      filter={null}
      onValueChange={(next) => onChange(next as PickedContact | null)}
      onInputValueChange={setText}
      itemToStringLabel={(one: PickedContact) => contactName(one)}
      isItemEqualToValue={(one: PickedContact, other: PickedContact) => one.id === other.id}
    >
      <div className="relative">
        <Combobox.Input {...options.input} {...rest} placeholder={t.contactHint} className={field.control} />
        <Combobox.Clear
          className={`centred muted bare pointer round-small absolute hovers ${styles.clear}`}
          aria-label={words.none}
        >
          <Icon name="close" size={14} />
        </Combobox.Clear>
      </div>
      <Options label={t.contactHint} open={options.open} className={styles.found}>
        <Combobox.Empty className={`muted py-8 px-10 ${styles.nothing}`}>
          {isPending ? words.loading : t.noMatches}
        </Combobox.Empty>
        <Combobox.List>
          {(one: PickedContact) => (
            <Combobox.Item key={one.id} value={one} className={`row gap-8 plain round-small no-outline ${popup.item}`}>
              <span className="ellipsis">{contactName(one) || t.unnamed}</span>
              {one.name && <span className={`ml-auto muted small ${popup.hint}`}>{one.email ?? one.phone}</span>}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Options>
    </Combobox.Root>
  );
}
