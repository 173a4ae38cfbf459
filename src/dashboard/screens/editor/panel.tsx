import type { ReactNode, Ref } from 'react';
import { useTexts } from '../../i18n/texts';
import type { BadgeTone } from '../../ui/badge';
import { IconButton } from '../../ui/icon-button';
import { closeBottom } from './editor-state';
import styles from './panel.module.css';
import { texts } from './texts';
import { useEditor } from './use-editor';

interface SidePanelProps {
  ref?: Ref<HTMLElement>;
  label: string;
  head?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside the canvas. */
export function SidePanel({ ref, label, head = <h2>{label}</h2>, onClose, children }: SidePanelProps) {
  const t = useTexts(texts);
  return (
    <aside ref={ref} className={styles.panel} aria-label={label}>
      <header className={styles.head}>
        {head}
        <IconButton icon="close" label={t.closePanel} size="small" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

/** Closes the panel below the canvas. */
export function CloseBottom({ className }: { className?: string | undefined }) {
  const t = useTexts(texts);
  const { change } = useEditor();
  return (
    <IconButton
      icon="close"
      size="small"
      label={t.closePanel}
      onClick={() => change(closeBottom)}
      className={className}
    />
  );
}

const tones: Readonly<Record<string, BadgeTone>> = {
  cancelled: 'neutral',
  completed: 'success',
  failed: 'danger',
  running: 'info',
  skipped: 'neutral',
  waiting: 'waiting',
};

/** The colour of a status of executions and steps. */
export const stateTone = (status: string): BadgeTone => tones[status] ?? 'neutral';
