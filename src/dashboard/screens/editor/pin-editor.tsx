import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { pinOutput } from './edits';
import type { FlowNode } from './flow-content';
import { CodeField } from './form/code-field';
import styles from './panel.module.css';
import { texts } from './texts';
import { useEditor } from './use-editor';
import type { RecordedStep } from './use-recorded';
import { useSamples } from './use-samples';

/** What the node answers in simulations instead of running. */
export function PinEditor({ node, step }: { node: FlowNode; step: RecordedStep | undefined }) {
  const t = useTexts(texts);
  const { change, canWrite } = useEditor();
  const sampleOf = useSamples();
  const isPinned = node.pinnedData !== undefined && node.pinnedData !== null;
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? (isPinned ? JSON.stringify(node.pinnedData, null, 2) : '');
  const parsed = parse(shown);
  const pin = (value: unknown) => {
    setText(null);
    change(pinOutput, node.id, value);
  };
  const offered = step?.output ?? sampleOf(node);
  return (
    <section className={styles.pin}>
      <h2>{t.pinned}</h2>
      <p className={styles.muted}>{t.pinnedHint}</p>
      {isPinned || text !== null ? (
        <>
          <CodeField
            label={t.pinned}
            language="json"
            lines
            value={shown}
            readOnly={!canWrite}
            invalid={parsed === undefined}
            onChange={(next) => {
              setText(next);
              const value = parse(next);
              if (value !== undefined) change(pinOutput, node.id, value);
            }}
          />
          {parsed === undefined && <p className={styles.issue}>{t.noJson}</p>}
          {canWrite && (
            <Button size="small" icon="close" onClick={() => pin(undefined)}>
              {t.unpin}
            </Button>
          )}
        </>
      ) : (
        canWrite && (
          <Button size="small" icon="pin" onClick={() => pin(offered ?? {})}>
            {step?.output ? t.pinOutput : t.pinSample}
          </Button>
        )
      )}
    </section>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
