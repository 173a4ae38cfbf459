import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useWorkspaceId } from '../../../shell/workspace';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { common } from '../../../ui/texts';
import { ChooseFile } from './choose-file';
import { ImportResult } from './import-result';
import { clearImport, continueImport, startImport, stopImport, useImportJob } from './job';
import { type Chosen, MapColumns } from './map-columns';
import { guessMapping, importedColumns, repeatedTargets } from './targets';
import { importTexts } from './texts';

/** Imports contacts of a CSV file: choose it, map its columns, watch. Closing it does not end the import. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(importTexts);
  const job = useImportJob();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const step = job ? 'result' : chosen ? 'map' : 'choose';
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={job ? t[job.state] : t.title}
      description={step === 'map' && chosen ? `${chosen.name} · ${t.rows(chosen.table.rows.length)}` : undefined}
      foot={<Foot chosen={chosen} setChosen={setChosen} onClose={onClose} />}
    >
      {job ? (
        <ImportResult job={job} />
      ) : chosen ? (
        <MapColumns chosen={chosen} onChange={setChosen} />
      ) : (
        <ChooseFile
          onChoose={(name, table) =>
            setChosen({ name, table, mapping: guessMapping(table.columns), existing: 'update' })
          }
        />
      )}
    </Dialog>
  );
}

interface FootProps {
  chosen: Chosen | null;
  setChosen: (chosen: Chosen | null) => void;
  onClose: () => void;
}

function Foot({ chosen, setChosen, onClose }: FootProps) {
  const t = useTexts(importTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const job = useImportJob();
  if (job?.state === 'running') {
    return (
      <>
        <Button icon="stop" onClick={stopImport}>
          {t.stop}
        </Button>
        <Button onClick={onClose}>{t.hide}</Button>
      </>
    );
  }
  if (job) {
    return (
      <>
        {job.state === 'stopped' && (
          <Button icon="play" onClick={() => void continueImport()}>
            {t.continue}
          </Button>
        )}
        <Button onClick={clearImport}>{t.another}</Button>
        <Button
          look="primary"
          onClick={() => {
            onClose();
            clearImport();
          }}
        >
          {words.close}
        </Button>
      </>
    );
  }
  if (!chosen) return <Button onClick={onClose}>{words.cancel}</Button>;
  const { table, mapping, existing } = chosen;
  const { columns, cellsOf } = importedColumns(table.columns, mapping);
  const start = () => {
    startImport({ workspaceId, columns, rows: table.rows.map(cellsOf), existing });
    setChosen(null);
  };
  return (
    <>
      <Button onClick={() => setChosen(null)}>{t.another}</Button>
      <Button look="primary" disabled={columns.length === 0 || repeatedTargets(mapping).length > 0} onClick={start}>
        {t.start(table.rows.length)}
      </Button>
    </>
  );
}
