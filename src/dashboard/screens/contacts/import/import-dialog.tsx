import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { openJob } from '../../../jobs/follow';
import { startImport } from '../../../jobs/start-job';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ErrorNotice } from '../../../ui/notice';
import { common } from '../../../ui/texts';
import { useWorkspaceId } from '../../../workspace/workspace';
import { ChooseFile } from './choose-file';
import { type Chosen, MapColumns } from './map-columns';
import { csvOf, guessMapping, repeatedTargets } from './targets';
import { importTexts } from './texts';

/** Starts to import contacts of a CSV file: choose it, map its columns. The server reads it, also when the page is closed. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(importTexts);
  const workspaceId = useWorkspaceId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const choose = (next: Chosen | null) => {
    setError(null);
    setChosen(next);
  };
  const start = async ({ table, mapping, existing }: Chosen) => {
    setStarting(true);
    setError(null);
    try {
      const file = new Blob([csvOf(table, mapping)], { type: 'text/csv' });
      const { id } = await startImport(workspaceId, file, existing);
      choose(null);
      onClose();
      openJob(id);
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
      {error ? <ErrorNotice error={error} /> : null}
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
