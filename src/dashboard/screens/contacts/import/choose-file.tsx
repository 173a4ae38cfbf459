import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { ChooseFiles } from '../../../ui/choose-files';
import { DropFiles } from '../../../ui/drop-files';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import styles from '../contacts.module.css';
import { parseCsv, type Table } from './csv';
import { importTexts } from './texts';

/** Takes a file by choosing or dropping it. */
export function ChooseFile({ onChoose }: { onChoose: (name: string, table: Table) => void }) {
  const t = useTexts(importTexts);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await readText(file);
    if (text === null) return setProblem(t.notText);
    const table = parseCsv(text);
    if (table.rows.length === 0) return setProblem(t.noRows);
    if (table.columns.length > 200) return setProblem(t.tooManyColumns);
    onChoose(file.name, table);
  };
  return (
    <>
      <DropFiles label={t.choose} className={styles.drop} onDrop={([file]) => void take(file)}>
        {() => (
          <>
            <Icon name="upload" size={28} />
            <ChooseFiles
              label={t.choose}
              look="primary"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
              onChoose={([file]) => void take(file)}
            />
            <p>{t.chooseHint}</p>
          </>
        )}
      </DropFiles>
      {problem && <Notice tone="danger" title={problem} />}
    </>
  );
}

/** The text of a file in UTF-8, or as older Excel writes it; null for what is no text. */
async function readText(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  const text = decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252') ?? '';
  return text.slice(0, 2_000).includes('\u0000') ? null : text;
}

function decode(bytes: ArrayBuffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
