import { type ComponentType, useSyncExternalStore } from 'react';
import type { CodeEditorProps } from './code-editor';
import styles from './form.module.css';

// Undefined until it was loaded, null if it cannot be.
let loaded: ComponentType<CodeEditorProps> | null | undefined;
const listeners = new Set<() => void>();

/** Loads the editor of code before it is needed. Without it, for example offline, there are plain fields. */
export async function loadCodeEditor(): Promise<void> {
  if (loaded) return;
  loaded = await import('./code-editor').then(
    (module) => module.default,
    () => null,
  );
  for (const notify of listeners) notify();
}

function listen(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** A field for code or expressions. */
export function CodeField(props: CodeEditorProps) {
  const Editor = useSyncExternalStore(listen, () => loaded);
  const { lines = false, invalid = false, language } = props;
  const classes = [styles.code, lines && styles.lines, invalid && styles.invalid, language === 'code' && styles.tall];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {/* A field that is being written in must not be exchanged. */}
      {Editor ? <Editor {...props} /> : <Plain {...props} readOnly={props.readOnly || Editor === undefined} />}
    </div>
  );
}

function Plain({ value, onChange, label, lines = false, placeholder, invalid = false, readOnly }: CodeEditorProps) {
  return (
    <textarea
      aria-label={label}
      aria-invalid={invalid}
      rows={lines ? 4 : 1}
      value={value}
      placeholder={placeholder}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
