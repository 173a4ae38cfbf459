import { useRef } from 'react';
import { useTexts } from '../../i18n/texts';
import { Field, TextArea } from '../../ui/field';
import { InsertField } from './insert-field';
import { templateTexts } from './texts';

interface BodyFieldProps {
  value: string;
  onChange: (body: string) => void;
  hint?: string;
  error: string | undefined;
  further?: string[];
  /** Writes a chosen field into the text by `insert`, in the form that its placeholders have. */
  onField: (field: string, insert: (placeholder: string) => string) => void;
}

/** The text of a template, and the fields that can be inserted where its cursor is. */
export function BodyField({ value, onChange, hint, error, further, onField }: BodyFieldProps) {
  const t = useTexts(templateTexts);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const { current } = area;
    if (!current) return value + placeholder;
    // The cursor stays behind what was inserted, since the text that React then writes is there already.
    current.setRangeText(placeholder, current.selectionStart, current.selectionEnd, 'end');
    return current.value;
  };
  return (
    <>
      <Field label={t.body} hint={hint} error={error}>
        <TextArea
          ref={area}
          value={value}
          rows={10}
          maxLength={200_000}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <InsertField {...(further && { further })} onInsert={(field) => onField(field, insert)} />
    </>
  );
}
