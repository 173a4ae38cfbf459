import { type ComponentType, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Input } from '../../../ui/field';
import type { IconName } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { texts } from '../texts';
import styles from './form.module.css';
import { type ControlProps, type FieldsProps, useForm } from './form-context';
import { newItem, readText, textOf } from './schema';
import { TextControl } from './text-control';

interface ListProps extends ControlProps {
  /** Shows the fields of an object. */
  fields: ComponentType<FieldsProps>;
}

/** A list of objects, each with its fields, or of single values. */
export function ListControl({ schema, path, label, value, onChange, fields: Fields }: ListProps) {
  const t = useTexts(texts);
  const { readOnly } = useForm();
  const items = Array.isArray(value) ? value : [];
  const item = schema.items ?? {};
  const remove = (index: number) => onChange(items.length === 1 ? undefined : items.toSpliced(index, 1));
  return (
    <>
      {items.map((one, index) => {
        const name = `${label} ${index + 1}`;
        const at = { path: `${path}.${index}`, onChange: (next: unknown) => onChange(items.with(index, next)) };
        return item.type === 'object' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name.
          <div key={index} className={styles.group}>
            <div className={styles.groupHead}>
              <span>{index + 1}</span>
              {!readOnly && index > 0 && (
                <IconButton
                  size="small"
                  icon="chevronDown"
                  label={t.moveUp(name)}
                  onClick={() => onChange(items.toSpliced(index - 1, 2, one, items[index - 1]))}
                  className={styles.up}
                />
              )}
              <Remove icon="trash" name={name} onClick={() => remove(index)} />
            </div>
            <Fields schema={item} value={one} {...at} />
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name.
          <div key={index} className={styles.row}>
            <div>
              <ValueControl label={name} text={textOf(one)} isText={item.type === 'string'} {...at} />
            </div>
            <Remove name={name} onClick={() => remove(index)} />
          </div>
        );
      })}
      <Add onClick={() => onChange([...items, newItem(item, items)])} />
    </>
  );
}

/** Values by names that the user chooses: headers, fields of a contact. */
export function MapControl({ schema, path, label, value, onChange }: ControlProps) {
  const t = useTexts(texts);
  const { readOnly } = useForm();
  const entries = Object.entries((typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>);
  // A name that is being written is no field yet.
  const [draft, setDraft] = useState<string | null>(null);
  const set = (next: [string, unknown][]) => onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const isTaken = (name: string) => entries.some(([key]) => key === name);
  const isText = typeof schema.additionalProperties === 'object' && schema.additionalProperties.type === 'string';
  const begin = () => {
    const name = draft?.trim();
    if (name && !isTaken(name)) set([...entries, [name, '']]);
    setDraft(null);
  };
  return (
    <>
      {entries.map(([key, item], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is edited.
        <div key={index} className={styles.row}>
          <div className={styles.key}>
            <Input
              aria-label={t.nameOf(label)}
              defaultValue={key}
              key={key}
              readOnly={readOnly}
              onBlur={(event) => {
                const name = event.target.value.trim();
                if (!isTaken(name)) set(name ? entries.with(index, [name, item]) : entries.toSpliced(index, 1));
              }}
            />
          </div>
          <div>
            <ValueControl
              path={`${path}.${key}`}
              label={`${label} ${key}`}
              text={isText ? String(item ?? '') : textOf(item)}
              isText={isText}
              onChange={(next) => set(entries.with(index, [key, next]))}
            />
          </div>
          <Remove name={key} onClick={() => set(entries.toSpliced(index, 1))} />
        </div>
      ))}
      {draft !== null && (
        <div className={styles.row}>
          <Input
            autoFocus
            aria-label={t.nameOf(label)}
            placeholder={t.newName}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={begin}
            onKeyDown={(event) => {
              if (event.key === 'Enter') begin();
              if (event.key === 'Escape') setDraft(null);
            }}
          />
        </div>
      )}
      {draft === null && <Add onClick={() => setDraft('')} />}
    </>
  );
}

interface ValueControlProps extends Pick<ControlProps, 'path' | 'label' | 'onChange'> {
  text: string;
  /** Whether it can be nothing but a text. */
  isText: boolean;
}

/** A single value of a list or map: it may be empty, and stays in its place. */
function ValueControl({ isText, onChange, ...props }: ValueControlProps) {
  return <TextControl {...props} onChange={(text) => onChange(isText ? text : (readText(text) ?? ''))} />;
}

function Add({ onClick }: { onClick: () => void }) {
  const t = useTexts(texts);
  if (useForm().readOnly) return null;
  return (
    <Button size="small" icon="plus" className={styles.add} onClick={onClick}>
      {t.addItem}
    </Button>
  );
}

function Remove({ icon = 'close', name, onClick }: { icon?: IconName; name: string; onClick: () => void }) {
  const t = useTexts(texts);
  return useForm().readOnly ? null : <IconButton size="small" icon={icon} label={t.remove(name)} onClick={onClick} />;
}
