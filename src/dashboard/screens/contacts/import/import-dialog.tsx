import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { isOutOfSpace, openJob, startJob } from '../../../jobs/jobs';
import { jobTexts } from '../../../jobs/texts';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ErrorNotice, Notice } from '../../../ui/notice';
import { common } from '../../../ui/texts';
import { useWorkspaceId } from '../../../workspace/workspace';
import { ChooseFile } from './choose-file';
import type { ImportOrder, ImportRows } from './import-order';
import { type Chosen, MapColumns } from './map-columns';
import { guessMapping, importedColumns, repeatedTargets } from './targets';
import { importTexts } from './texts';

/** Rows of one request; the API takes up to 1000. Smaller ones show the progress. */
const atOnce = 500;

/**
 * Starts to import rows, and shows how far it is.
 * @throws DOMException QuotaExceededError if the browser has no room for them
 */
async function startImport(workspaceId: string, order: ImportOrder, rows: readonly string[][]): Promise<void> {
  const pieces: ImportRows[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    pieces.push({ line: from + 2, rows: rows.slice(from, from + atOnce) });
  }
  const { id } = await startJob({ kind: 'contactImport', workspaceId, order, total: rows.length, pieces });
  openJob(id);
}

/** Starts to import contacts of a CSV file: choose it, map its columns. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(importTexts);
  const jobs = useTexts(jobTexts);
  const workspaceId = useWorkspaceId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const choose = (next: Chosen | null) => {
    setError(null);
    setChosen(next);
  };
  const start = async ({ table, mapping, existing }: Chosen) => {
    const { columns, cellsOf } = importedColumns(table.columns, mapping);
    setStarting(true);
    setError(null);
    try {
      await startImport(workspaceId, { columns, existing }, table.rows.map(cellsOf));
      choose(null);
      onClose();
    } catch (reason) {
      setError(reason);
    } finally {
      setStarting(false);
    }
  };
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={t.title}
      description={chosen ? `${chosen.name} · ${t.rows(chosen.table.rows.length)}` : undefined}
      foot={
        <Foot
          chosen={chosen}
          busy={isStarting}
          onAnother={() => choose(null)}
          onStart={(order) => void start(order)}
          onClose={onClose}
        />
      }
    >
      {chosen ? (
        <MapColumns chosen={chosen} onChange={choose} />
      ) : (
        <ChooseFile
          onChoose={(name, table) => choose({ name, table, mapping: guessMapping(table.columns), existing: 'update' })}
        />
      )}
      {isOutOfSpace(error) ? (
        <Notice tone="danger" title={jobs.tooLarge} />
      ) : error ? (
        <ErrorNotice error={error} />
      ) : null}
    </Dialog>
  );
}

interface FootProps {
  chosen: Chosen | null;
  busy: boolean;
  onAnother: () => void;
  onStart: (chosen: Chosen) => void;
  onClose: () => void;
}

function Foot({ chosen, busy, onAnother, onStart, onClose }: FootProps) {
  const t = useTexts(importTexts);
  const words = useTexts(common);
  if (!chosen) return <Button onClick={onClose}>{words.cancel}</Button>;
  const { table, mapping } = chosen;
  const isComplete = mapping.some(({ kind }) => kind !== 'skip') && repeatedTargets(mapping).length === 0;
  return (
    <>
      <Button onClick={onAnother}>{t.another}</Button>
      <Button look="primary" busy={busy} disabled={!isComplete} onClick={() => onStart(chosen)}>
        {t.start(table.rows.length)}
      </Button>
    </>
  );
}
