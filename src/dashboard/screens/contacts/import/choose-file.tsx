import { type DragEvent, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import styles from '../contacts.module.css';
import { parseCsv, type Table } from './csv';
import { importTexts } from './texts';

/** Takes a file by choosing or dropping it. */
export function ChooseFile({ onChoose }: { onChoose: (name: string, table: Table) => void }) {
  const t = useTexts(importTexts);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await readText(file);
    if (text === null) return setProblem(t.notText);
    const table = parseCsv(text);
    if (table.rows.length === 0) return setProblem(t.noRows);
    if (table.columns.length > 200) return setProblem(t.tooManyColumns);
    onChoose(file.name, table);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first. */}
      <div
        className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name="upload" size={28} />
        <Button look="primary" onClick={() => input.current?.click()}>
          {t.choose}
        </Button>
        <p>{t.chooseHint}</p>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-label={t.choose}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
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
