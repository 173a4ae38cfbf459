import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import styles from './customers.module.css';
import { customers } from './texts';

interface TagsInputProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Given by the field around it. */
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

/** Several labels: Enter or a comma adds one, Backspace in the empty field removes the last. */
export function TagsInput({ value, onChange, ...rest }: TagsInputProps) {
  const t = useTexts(customers);
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const added = typed.split(',').flatMap((one) => one.trim() || []);
    if (added.length > 0) onChange([...new Set([...value, ...added])]);
    setText('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  };
  return (
    <div className={`row wrap gap-4 surface ${styles.tagsInput}`}>
      {value.map((tag) => (
        <span key={tag} className={`inline gap-3 small plain nowrap ${styles.tag}`}>
          {tag}
          <button
            type="button"
            aria-label={t.removeTag(tag)}
            onClick={() => onChange(value.filter((one) => one !== tag))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <input
        {...rest}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setText(target.value))}
        onKeyDown={onKey}
        onBlur={() => add(text)}
      />
    </div>
  );
}
