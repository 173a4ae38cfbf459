import { type DragEvent, useState } from 'react';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../workspace/workspace';
import { money } from '../customers/money';
import styles from './board.module.css';
import { Card } from './card';
import type { Opportunity, Pipeline, Stage } from './queries';
import { pipelineTexts } from './texts';
import { useMove } from './use-move';

interface BoardProps {
  pipeline: Pipeline;
  items: readonly Opportunity[];
  onOpen: (opportunityId: string) => void;
}

/** The stages side by side. Cards are dragged, or moved by their menu. */
export function Board({ pipeline, items, onOpen }: BoardProps) {
  const move = useMove(pipeline);
  const stages = [...pipeline.stages].sort((one, other) => one.order - other.order);
  return (
    <div className={`flex grow min-h-0 gap-12 ${styles.board}`}>
      {stages.map((stage) => (
        <Column
          key={stage.key}
          stage={stage}
          stages={stages}
          items={items.filter(({ stageId }) => stageId === stage.key)}
          onDrop={(id) => {
            const dropped = items.find((one) => one.id === id);
            if (dropped && dropped.stageId !== stage.key) move(dropped, { stageId: stage.key });
          }}
          onMove={move}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface ColumnProps {
  stage: Stage;
  stages: readonly Stage[];
  items: readonly Opportunity[];
  onDrop: (opportunityId: string) => void;
  onMove: ReturnType<typeof useMove>;
  onOpen: (opportunityId: string) => void;
}

function Column({ stage, stages, items, onDrop, onMove, onOpen }: ColumnProps) {
  const t = useTexts(pipelineTexts);
  const language = useLanguage();
  const can = useCan();
  const [isOver, setOver] = useState(false);
  const mayWrite = can('pipelines:write');
  const over = (event: DragEvent) => {
    if (!mayWrite || !event.dataTransfer.types.includes('text/opportunity')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop(event.dataTransfer.getData('text/opportunity'));
  };
  return (
    <section
      className={isOver ? `${styles.column} ${styles.over}` : styles.column}
      aria-label={stage.name}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <header>
        <h2>{stage.name}</h2>
        <span className="muted small">{items.length}</span>
        {stage.probability != null && <span className="ml-auto muted small">{stage.probability} %</span>}
        <div className={`flex wrap w-full muted digits ${styles.sums}`}>
          {sumsOf(items).map(([currency, sum]) => (
            <span key={currency}>{money(sum, currency || null, language)}</span>
          ))}
        </div>
      </header>
      <ul>
        {items.map((item) => (
          <Card key={item.id} item={item} stages={stages} onMove={onMove} onOpen={() => onOpen(item.id)} />
        ))}
      </ul>
      {items.length === 0 && mayWrite && <p className={`muted small text-center ${styles.nothing}`}>{t.nothingHere}</p>}
    </section>
  );
}

/** The sums of values by currency, in cents, so that they stay exact. */
function sumsOf(items: readonly Opportunity[]): [currency: string, sum: number][] {
  const cents = new Map<string, number>();
  for (const { value, currency } of items) {
    if (!value) continue;
    const key = currency ?? '';
    cents.set(key, (cents.get(key) ?? 0) + Math.round(Number(value) * 100));
  }
  return [...cents].sort().map(([currency, sum]) => [currency, sum / 100]);
}
