import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from './button';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import styles from './popup.module.css';
import { common } from './texts';

const manager = Toast.createToastManager();

interface ToastOptions {
  tone?: 'success' | 'danger' | 'info';
  /** A way back, while the message is shown. */
  undo?: () => void;
}

/** Shows a short message that goes away by itself; one of an error stays until it is closed. */
export function toast(title: string, { tone = 'success', undo }: ToastOptions = {}): void {
  manager.add({ title, type: tone, data: { undo }, timeout: tone === 'danger' ? 0 : undo ? 8_000 : 4_000 });
}

/** Shows what went wrong with something that has no place of its own on the page. */
export function toastError(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
}

/** Where the messages appear; once in the page. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={`row gap-8 no-outline ${styles.viewport}`}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  const t = useTexts(common);
  return toasts.map((one) => {
    const { undo } = (one.data ?? {}) as { undo?: () => void };
    return (
      <Toast.Root
        key={one.id}
        toast={one}
        swipeDirection="up"
        className={`row gap-10 border round raised ${styles.toast} ${styles[one.type ?? 'info']}`}
      >
        <Icon name={one.type === 'danger' ? 'alert' : 'check'} />
        <Toast.Title className={`grow min-w-0 break no-margin ${styles.title}`}>{one.title}</Toast.Title>
        {undo && (
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              manager.close(one.id);
              undo();
            }}
          >
            {t.undo}
          </Button>
        )}
        {/* Not the one of the library, which is hidden from screen readers while it can be reached by keys. */}
        <IconButton icon="close" label={t.close} size="small" onClick={() => manager.close(one.id)} />
      </Toast.Root>
    );
  });
}
