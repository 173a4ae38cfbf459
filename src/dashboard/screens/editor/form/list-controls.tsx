import { type ComponentType, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Input } from '../../../ui/field';
import { IconButton } from '../../../ui/icon-button';
import { texts } from '../texts';
import type { ControlProps, FieldsProps } from './control-props';
import styles from './form.module.css';
import { useForm } from './form-context';
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
  const isOfObjects = schema.items?.type === 'object';
  const set = (index: number, item: unknown) => onChange(items.map((one, at) => (at === index ? item : one)));
  const remove = (index: number) => {
    const rest = items.filter((_, at) => at !== index);
    onChange(rest.length === 0 ? undefined : rest);
  };
  const swap = (index: number) =>
    onChange([...items.slice(0, index - 1), items[index], items[index - 1], ...items.slice(index + 1)]);
  return (
    <>
      {items.map((item, index) => {
        const name = `${label} ${index + 1}`;
        if (!isOfObjects) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name.
            <div key={index} className={styles.row}>
              <div>
                <TextControl
                  path={`${path}.${index}`}
                  label={name}
                  text={textOf(item)}
                  onChange={(text) => set(index, schema.items?.type === 'string' ? text : (readText(text) ?? ''))}
                />
              </div>
              {!readOnly && (
                <IconButton size="small" icon="close" label={t.remove(name)} onClick={() => remove(index)} />
              )}
            </div>
          );
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name.
          <div key={index} className={styles.group}>
            <div className={styles.groupHead}>
              <span>{index + 1}</span>
              {!readOnly && index > 0 && (
                <IconButton
                  size="small"
                  icon="chevronDown"
                  label={t.moveUp(name)}
                  onClick={() => swap(index)}
                  className={styles.up}
                />
              )}
              {!readOnly && (
                <IconButton size="small" icon="trash" label={t.remove(name)} onClick={() => remove(index)} />
              )}
            </div>
            <Fields
              schema={schema.items ?? {}}
              path={`${path}.${index}`}
              value={item}
              onChange={(next) => set(index, next)}
            />
          </div>
        );
      })}
      {!readOnly && (
        <Button
          size="small"
          icon="plus"
          className={styles.add}
          onClick={() => onChange([...items, newItem(schema.items, items)])}
        >
          {t.addItem}
        </Button>
      )}
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
  const isText = typeof schema.additionalProperties === 'object' && schema.additionalProperties.type === 'string';
  const begin = () => {
    const name = draft?.trim();
    if (name && !entries.some(([key]) => key === name)) set([...entries, [name, '']]);
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
                if (name === key || entries.some(([other]) => other === name)) return;
                set(
                  entries.flatMap((one) =>
                    one[0] === key ? (name ? [[name, item] as [string, unknown]] : []) : [one],
                  ),
                );
              }}
            />
          </div>
          <div>
            <TextControl
              path={`${path}.${key}`}
              label={`${label} ${key}`}
              text={isText ? String(item ?? '') : textOf(item)}
              onChange={(text) =>
                set(
                  entries.map(([other, former]) => [
                    other,
                    other === key ? (isText ? text : (readText(text) ?? '')) : former,
                  ]),
                )
              }
            />
          </div>
          {!readOnly && (
            <IconButton
              size="small"
              icon="close"
              label={t.remove(key)}
              onClick={() => set(entries.filter(([other]) => other !== key))}
            />
          )}
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
      {!readOnly && draft === null && (
        <Button size="small" icon="plus" className={styles.add} onClick={() => setDraft('')}>
          {t.addItem}
        </Button>
      )}
    </>
  );
}
