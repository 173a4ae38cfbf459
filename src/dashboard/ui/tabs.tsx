import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './controls.module.css';

export interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Name extends string> {
  tabs: readonly Tab<Name>[];
  value: Name;
  onChange: (name: Name) => void;
}

/** Several views of the same thing, one at a time. */
export function Tabs<Name extends string>({ tabs, value, onChange }: TabsProps<Name>) {
  return (
    <Base.Root value={value} onValueChange={(name) => onChange(name as Name)} className="stack min-h-0 h-full">
      <Base.List className="flex rigid gap-2 line-below">
        {tabs.map(({ name, label }) => (
          <Base.Tab key={name} value={name} className={`muted bare pointer ${styles.tab}`}>
            {label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ name, content }) => (
        <Base.Panel key={name} value={name} className={`grow min-h-0 scroll ${styles.panel}`}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
