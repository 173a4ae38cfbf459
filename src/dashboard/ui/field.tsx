import {
  type ComponentProps,
  cloneElement,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
} from 'react';
import { isServerError } from '../api/errors';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Why the value was not accepted. */
  error?: string | undefined;
  /** One control. */
  children: ReactElement<{
    id?: string;
    'aria-describedby'?: string | undefined;
    'aria-invalid'?: boolean | undefined;
  }>;
}

/** A control with its name, what it means, and why its value was not accepted. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`stack gap-4 mb-14 ${styles.field}`}>
      <label className="bold" htmlFor={id}>
        {label}
      </label>
      {cloneElement(children, { id, 'aria-describedby': about, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <div id={`${id}-hint`} className="muted small">
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className="small danger">
          {error}
        </div>
      )}
    </div>
  );
}

/** What the server said of a field of its input, for {@link Field}. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!isServerError(error)) return undefined;
  return error.details.find((detail) => detail.field === field || detail.field === `input.${field}`)?.message;
}

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input className={[styles.control, className].filter(Boolean).join(' ')} autoComplete="off" {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={[styles.control, styles.area, className].filter(Boolean).join(' ')} {...rest} />;
}

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}

/** One of a few values. The list is the browser's own, which every keyboard and screen reader knows. */
export function Select<Value extends string>({ value, options, onChange, className, ...rest }: SelectProps<Value>) {
  return (
    <select
      className={[styles.control, styles.select, className].filter(Boolean).join(' ')}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CheckProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Yes or no, with its name beside it. */
export function Check({ label, checked, disabled, onChange }: CheckProps) {
  return (
    <label className={`inline gap-8 pointer ${styles.check}`}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** On or off, which takes effect at once. */
export function Switch({
  label,
  checked,
  disabled,
  onChange,
  hideLabel = false,
}: CheckProps & { label: string; hideLabel?: boolean }) {
  return (
    <label className={`relative inline gap-8 pointer ${styles.switch}`}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={`rigid relative ${styles.track}`} aria-hidden="true" />
      <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}
