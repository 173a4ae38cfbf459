import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { request } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { contactsTexts } from './texts';

const contactsCsv = graphql(`
  query ContactsExport($id: ID!, $after: ID) {
    workspace(id: $id) {
      contactsCsv(after: $after) {
        text
        next
      }
    }
  }
`);

/** Reads all contacts, part after part, and saves them as a file. */
export function useExport(): { start: () => void; isRunning: boolean } {
  const id = useWorkspaceId();
  const t = useTexts(contactsTexts);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    const parts: string[] = [];
    let after: string | null = null;
    do {
      const { workspace }: { workspace: { contactsCsv?: { text: string; next?: string | null } | null } } =
        await request(contactsCsv, { id, after });
      if (workspace.contactsCsv) parts.push(workspace.contactsCsv.text);
      after = workspace.contactsCsv?.next ?? null;
    } while (after);
    save(parts, `contacts-${new Date().toISOString().slice(0, 10)}.csv`);
    toast(t.exportDone);
  };
  const start = () => {
    setRunning(true);
    run()
      .catch(toastError)
      .finally(() => setRunning(false));
  };
  return { start, isRunning };
}

function save(parts: string[], name: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
