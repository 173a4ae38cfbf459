import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { common } from '../../ui/texts';
import { ConflictNotice, isOutdated } from '../customers/conflict-notice';
import { templateTexts } from './texts';

/** What the forms of both kinds of templates get. */
export interface FormProps<Template> {
  /** The template to edit; absent for a new one. */
  template?: Template | undefined;
  onClose: () => void;
  /** Called with a new template that campaigns can send. */
  onCreated?: (templateId: string) => void;
}

interface Write {
  error: unknown;
  isPending: boolean;
}

interface TemplateDialogProps {
  template: { name: string; updatedAt: string } | undefined;
  mayWrite: boolean;
  isComplete: boolean;
  saving: Write;
  deletion: Write;
  /** @param since the version that is edited; null replaces any */
  onSave: (since: string | null) => void;
  onDelete: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The window of a template: saves it, asks when somebody else has changed it, and deletes it after a question. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { template, mayWrite, isComplete, saving, deletion, onSave, onDelete, onClose, children } = props;
  const t = useTexts(templateTexts);
  const words = useTexts(common);
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting && template) {
    return (
      <ConfirmDialog
        title={t.deleteTitle(template.name)}
        description={t.deleteHint}
        submit={words.delete}
        open
        busy={deletion.isPending}
        error={deletion.error}
        onClose={onClose}
        onSubmit={onDelete}
      />
    );
  }
  return (
    <FormDialog
      title={template ? (mayWrite ? t.edit : template.name) : t.create}
      open
      wide
      onClose={onClose}
      submit={template ? words.save : words.create}
      busy={saving.isPending}
      error={isOutdated(saving.error) ? null : saving.error}
      disabled={!isComplete}
      readOnly={mayWrite ? undefined : words.readOnly}
      onSubmit={() => onSave(template?.updatedAt ?? null)}
    >
      {children}
      {isOutdated(saving.error) && <ConflictNotice busy={saving.isPending} onSaveAnyway={() => onSave(null)} />}
      {template && mayWrite && (
        <Button size="small" look="quiet" icon="trash" onClick={() => setDeleting(true)}>
          {words.delete}
        </Button>
      )}
    </FormDialog>
  );
}
