import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts';
import styles from './controls.module.css';
import { Icon } from './icon';
import { common } from './texts';

/** Text to search for, which takes effect shortly after the last key. */
export function SearchBox({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (text: string) => void;
  label?: string;
}) {
  const t = useTexts(common);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 250);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className={`inline gap-8 muted surface ${styles.box}`}>
      <Icon name="search" size={16} />
      <span className="visually-hidden">{label ?? t.search}</span>
      <input
        className="grow min-w-0 h-full plain bare no-outline no-padding"
        type="search"
        placeholder={label ?? t.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text);
        }}
      />
    </label>
  );
}
