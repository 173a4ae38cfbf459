import { useEffect, useRef } from 'react';
import styles from './editor.module.css';
import type { OpenEnd } from './editor-canvas';
import { Palette } from './palette';

interface QuickAddProps {
  end: OpenEnd;
  within: HTMLElement | null;
  onPick: (type: string) => void;
  onClose: () => void;
}

/** The palette where a connection was dropped. */
export function QuickAdd({ end, within, onPick, onClose }: QuickAddProps) {
  const root = useRef<HTMLDivElement>(null);
  const box = within?.getBoundingClientRect();
  const left = Math.min(end.client.x - (box?.left ?? 0), (box?.width ?? 0) - 250);
  const top = Math.min(end.client.y - (box?.top ?? 0), (box?.height ?? 0) - 330);
  useEffect(() => {
    const onDown = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('pointerdown', onDown);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onDown);
      removeEventListener('keydown', onKey);
    };
  }, [onClose]);
  return (
    <div ref={root} className={styles.quick} style={{ left: Math.max(8, left), top: Math.max(8, top) }}>
      <Palette onPick={onPick} withoutTriggers autoFocus />
    </div>
  );
}
