import { Combobox } from '@base-ui/react/combobox';
import { useMemo } from 'react';
import type { FlowOperation } from '../../../catalogue/operations';
import { useOperations } from '../../../catalogue/use-operations';
import { useLanguage } from '../../../i18n/language';
import { hasWords } from '../../../i18n/plain-text';
import { useTexts } from '../../../i18n/texts';
import field from '../../../ui/field.module.css';
import { Options, useOptions } from '../../../ui/options';
import popup from '../../../ui/popup.module.css';
import palette from '../palette.module.css';
import { texts } from '../texts';
import styles from './form.module.css';
import { type ControlProps, useForm } from './form-context';

interface Group {
  value: string;
  items: FlowOperation[];
}

/** Whether an operation is meant by some words: by its title, its name or what it is about. */
const isMeant = ({ title, name, group }: FlowOperation, query: string): boolean =>
  hasWords(`${title} ${name} ${group}`, query);

/** One of the operations of the API, found by typing, by what they are about. */
export function OperationControl({ label, value, onChange }: ControlProps) {
  const t = useTexts(texts);
  const { readOnly } = useForm();
  const operations = useOperations();
  const language = useLanguage();
  const options = useOptions();
  const groups = useMemo((): Group[] => {
    const groups = new Map<string, FlowOperation[]>();
    for (const one of operations?.values() ?? []) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    return [...groups].map(([value, items]) => ({ value, items }));
  }, [operations]);
  return (
    <Combobox.Root
      {...options.root}
      // It shows the title of its value as it was at first.
      key={operations ? language : ''}
      items={groups}
      value={operations?.get(`${value}`) ?? null}
      filter={isMeant}
      readOnly={readOnly}
      disabled={!operations}
      onValueChange={(next: FlowOperation | null) => onChange(next?.name)}
      itemToStringLabel={({ title }: FlowOperation) => title}
      isItemEqualToValue={(one: FlowOperation, other: FlowOperation) => one.name === other.name}
    >
      <Combobox.Input
        {...options.input}
        aria-label={label}
        placeholder={t.searchOperations}
        className={field.control}
      />
      <Options label={label} open={options.open} className={styles.operations}>
        <Combobox.Empty className="muted py-8 px-10">{t.noOperations}</Combobox.Empty>
        <Combobox.List>
          {({ value: group, items }: Group) => (
            <Combobox.Group key={group} items={items}>
              <Combobox.GroupLabel className={palette.category}>{group}</Combobox.GroupLabel>
              <Combobox.Collection>
                {(one: FlowOperation) => (
                  <Combobox.Item
                    key={one.name}
                    value={one}
                    className={`row gap-8 plain round-small no-outline ${popup.item}`}
                  >
                    <span className="ellipsis">{one.title}</span>
                    <span className={`ml-auto muted small ${popup.hint}`}>{one.name}</span>
                  </Combobox.Item>
                )}
              </Combobox.Collection>
            </Combobox.Group>
          )}
        </Combobox.List>
      </Options>
    </Combobox.Root>
  );
}
