import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import type { Live } from '../api/live';
import { useWrite } from '../api/query';
import { useTexts } from '../i18n/texts';
import { ConfirmDialog } from '../ui/dialog';
import { common } from '../ui/texts';
import { toast } from '../ui/toast';
import { useWorkspaceId } from './workspace';

interface ConfirmWriteProps<Result, Variables> {
  operation: DocumentTypeDecoration<Result, Variables>;
  variables: Omit<Variables, 'workspaceId'>;
  /** The types of records that it changes. */
  changes: readonly Live[];
  title: string;
  description?: ReactNode;
  /** Defaults to `Delete`. */
  submit?: string;
  open?: boolean;
  /** What is said when it is done. */
  said?: string;
  /** Instead of closing. */
  onDone?: (result: Result) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before something that cannot be undone, and does it in the workspace. */
export function ConfirmWrite<Result, Variables extends { workspaceId: unknown }>({
  operation,
  variables,
  changes,
  description,
  submit,
  open = true,
  said,
  onDone,
  ...dialog
}: ConfirmWriteProps<Result, Variables>) {
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const { mutate, error, isPending } = useWrite(operation, changes);
  const onSuccess = (result: Result) => {
    if (said) toast(said);
    if (onDone) onDone(result);
    else dialog.onClose();
  };
  return (
    <ConfirmDialog
      {...dialog}
      description={description}
      submit={submit ?? words.delete}
      open={open}
      busy={isPending}
      error={error}
      onSubmit={() => mutate({ ...variables, workspaceId } as Variables, { onSuccess })}
    />
  );
}
