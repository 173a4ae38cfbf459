import { Dialog as Base } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button, type ButtonLook } from './button';
import { IconButton } from './icon-button';
import { ErrorNotice, Notice } from './notice';
import styles from './popup.module.css';
import { common } from './texts';
import { useLeaving } from './use-leaving';

interface DialogProps {
  title: string;
  description?: ReactNode;
  open: boolean;
  onClose: () => void;
  wide?: boolean;
  foot?: ReactNode;
  children?: ReactNode;
}

/** The fields of a form, or what a question offers first. */
const first =
  'form :is(input, select, textarea):not(:disabled, [readonly], [type=checkbox], [type=radio]), [data-first]';

/** A window over the page. It keeps the focus, and closes by Escape. */
export function Dialog({ title, description, open, onClose, wide = false, foot, children }: DialogProps) {
  const t = useTexts(common);
  const popup = useRef<HTMLDivElement>(null);
  // A form is filled in at once; touch would open the keyboard over it.
  const initialFocus = (by: string) =>
    by === 'touch' ? true : (popup.current?.querySelector<HTMLElement>(first) ?? true);
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={initialFocus}
          className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
        >
          <div className={`flex start gap-12 ${styles.head}`}>
            <div>
              <Base.Title className={styles.popupTitle}>{title}</Base.Title>
              {description && <Base.Description className="muted mt-2">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon="close" label={t.close} size="small" />} />
          </div>
          {children && <div className={`grow min-h-0 scroll ${styles.body}`}>{children}</div>}
          {foot && <div className="flex end gap-8 line-above py-12 px-20">{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type Answer = ((discards: boolean) => void) | null;

/** Asks whether what was typed is discarded; without `onAnswer`, nothing is asked. */
function DiscardDialog({ onAnswer }: { onAnswer: Answer }) {
  const t = useTexts(common);
  return (
    <Dialog
      title={t.discardTitle}
      description={t.discardText}
      open={onAnswer !== null}
      onClose={() => onAnswer?.(false)}
      foot={
        <>
          <Button onClick={() => onAnswer?.(true)}>{t.discard}</Button>
          <Button look="primary" data-first="" onClick={() => onAnswer?.(false)}>
            {t.keepEditing}
          </Button>
        </>
      }
    />
  );
}

/** Asks before a page with changes that are not saved is left. */
export function AskBeforeLeaving({ when }: { when: boolean }) {
  return <DiscardDialog onAnswer={useLeaving({ isLosing: () => when, onUnload: () => when })} />;
}

/** Asks before a dialog with changes in a form of long texts is closed, or its page is left. */
function useDiscard({ open, busy, onClose }: { open: boolean; busy: boolean; onClose: () => void }) {
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!open) setChanged(false);
  }, [open]);
  const isUnsaved = isChanged && !busy;
  const answer = (discards: boolean) => {
    setAsking(false);
    if (discards) onClose();
  };
  return {
    close: () => (isUnsaved ? setAsking(true) : onClose()),
    onInput: ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
      // What is typed in a dialog over this one comes here, too.
      if (form.contains(target as Node) && form.querySelector('textarea')) setChanged(true);
    },
    question: isChanged && (
      <>
        <AskBeforeLeaving when={isUnsaved} />
        <DiscardDialog onAnswer={isAsking ? answer : null} />
      </>
    ),
  };
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

/** A dialog with a form, which Enter sends. Long texts that were typed in it are not lost without a question. */
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
  const { close, onInput, question } = useDiscard({ ...dialog, busy });
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  if (readOnly) {
    return (
      <Dialog {...dialog} foot={<Button onClick={dialog.onClose}>{t.close}</Button>}>
        <Notice>{readOnly}</Notice>
        <fieldset className="min-w-0 no-margin no-padding borderless" disabled>
          {children}
        </fieldset>
      </Dialog>
    );
  }
  const id = `form-${dialog.title.replace(/\W+/g, '-')}`;
  return (
    <Dialog
      {...dialog}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="submit" form={id} look={look} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={send} onInput={onInput} noValidate>
        {children}
        {error ? <ErrorNotice error={error} /> : null}
      </form>
      {question}
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
