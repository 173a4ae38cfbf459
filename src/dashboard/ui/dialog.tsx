import { Dialog as Base } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTexts } from '../i18n/texts';
import { Button, type ButtonLook } from './button';
import { IconButton } from './icon-button';
import { ErrorNotice, Notice } from './notice';
import styles from './popup.module.css';
import { common } from './texts';

interface DialogProps {
  title: string;
  description?: ReactNode;
  open: boolean;
  onClose: () => void;
  wide?: boolean;
  foot?: ReactNode;
  children?: ReactNode;
}

const fields = 'form :is(input, select, textarea):not(:disabled, [readonly], [type=checkbox], [type=radio])';

/** A window over the page. It keeps the focus, and closes by Escape. */
export function Dialog({ title, description, open, onClose, wide = false, foot, children }: DialogProps) {
  const t = useTexts(common);
  const popup = useRef<HTMLDivElement>(null);
  // A form is filled in at once; touch would open the keyboard over it.
  const firstField = (by: string) =>
    by === 'touch' ? true : (popup.current?.querySelector<HTMLElement>(fields) ?? true);
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={firstField}
          className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
        >
          <div className={styles.head}>
            <div>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon="close" label={t.close} size="small" />} />
          </div>
          {children && <div className={styles.body}>{children}</div>}
          {foot && <div className={styles.foot}>{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'foot'> {
  submit: string;
  look?: ButtonLook;
  busy: boolean;
  error?: unknown;
  disabled?: boolean;
  /** Why nothing can be changed: the fields are shown, and nothing is sent. */
  readOnly?: string | undefined;
  onSubmit: () => void;
}

/** A dialog with a form, which Enter sends. */
export function FormDialog({
  submit,
  look = 'primary',
  busy,
  error,
  disabled,
  readOnly,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const t = useTexts(common);
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  if (readOnly) {
    return (
      <Dialog {...dialog} foot={<Button onClick={dialog.onClose}>{t.close}</Button>}>
        <Notice>{readOnly}</Notice>
        <fieldset className={styles.readOnly} disabled>
          {children}
        </fieldset>
      </Dialog>
    );
  }
  const id = `form-${dialog.title.replace(/\W+/g, '-')}`;
  return (
    <Dialog
      {...dialog}
      foot={
        <>
          <Button onClick={dialog.onClose}>{t.cancel}</Button>
          <Button type="submit" form={id} look={look} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={send} noValidate>
        {children}
        {error ? <ErrorNotice error={error} /> : null}
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  description: ReactNode;
  submit: string;
  look?: ButtonLook;
  open: boolean;
  busy: boolean;
  error?: unknown;
  onClose: () => void;
  onSubmit: () => void;
  children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  return <FormDialog look="danger" {...props} />;
}
