import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Input } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import styles from './contacts.module.css';
import { contactsTexts } from './texts';

interface Entry {
  key: number;
  name: string;
  value: unknown;
}

interface CustomFieldsProps {
  value: Record<string, unknown>;
  onChange: (fields: Record<string, unknown>) => void;
}

/** Fields of the workspace's own, by name. Values that are not texts stay what they are until they are edited. */
export function CustomFields({ value, onChange }: CustomFieldsProps) {
  const t = useTexts(contactsTexts);
  const [entries, setEntries] = useState<Entry[]>(() =>
    Object.entries(value).map(([name, one], key) => ({ key, name, value: one })),
  );
  const [next, setNext] = useState(entries.length);
  const change = (after: Entry[]) => {
    setEntries(after);
    onChange(Object.fromEntries(after.flatMap((entry) => (entry.name ? [[entry.name, entry.value]] : []))));
  };
  const set = (key: number, changes: Partial<Entry>) =>
    change(entries.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  const add = () => {
    change([...entries, { key: next, name: '', value: '' }]);
    setNext(next + 1);
  };
  return (
    <fieldset className="min-w-0 no-padding no-margin mb-14 borderless">
      <legend className="bold no-padding mb-4">{t.custom}</legend>
      {entries.map((entry) => (
        <div key={entry.key} className={`grid gap-8 mb-8 ${styles.customRow}`}>
          <Input
            aria-label={t.fieldName}
            placeholder={t.fieldName}
            value={entry.name}
            onChange={(event) => set(entry.key, { name: event.target.value })}
          />
          <Input
            aria-label={`${t.fieldValue} ${entry.name}`}
            placeholder={t.fieldValue}
            value={typeof entry.value === 'string' ? entry.value : JSON.stringify(entry.value)}
            onChange={(event) => set(entry.key, { value: event.target.value })}
          />
          <IconButton
            icon="trash"
            label={t.removeField(entry.name)}
            onClick={() => change(entries.filter(({ key }) => key !== entry.key))}
          />
        </div>
      ))}
      <Button size="small" look="quiet" icon="plus" onClick={add}>
        {t.addField}
      </Button>
    </fieldset>
  );
}
