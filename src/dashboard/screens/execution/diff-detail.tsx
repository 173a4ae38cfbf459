import { useTexts } from '../../i18n/texts';
import { changesBetween } from './align-runs';
import type { ComparedData } from './compare-data';
import type { ComparedStep } from './compared-step';
import styles from './diff.module.css';
import { texts } from './diff-texts';
import type { StepView } from './execution-reducer';
import type { NodeNames } from './node-names';

interface DiffDetailProps {
  step: ComparedStep;
  names: NodeNames;
  data: ComparedData;
}

/** In what one step differs. */
export function DiffDetail({ step, names, data }: DiffDetailProps) {
  const t = useTexts(texts);
  const { nodeId, iteration } = (step.here ?? step.there) as StepView;
  const here = data.here.get(step.key);
  const there = data.there.get(step.key);
  const other = (name: 'status' | 'handle') => [step.here?.[name] ?? '–', step.there?.[name] ?? '–'] as const;
  return (
    <section className={`block min-h-0 scroll box py-14 px-16 ${styles.detail}`} aria-label={t.detail}>
      <h2>
        {names.get(nodeId)?.label ?? nodeId} {iteration && <span className="muted">· {iteration}</span>}
      </h2>
      {step.path && (
        <Changes
          title={t.path}
          changes={[
            { path: t.status, here: other('status')[0], there: other('status')[1] },
            { path: t.exit, here: other('handle')[0], there: other('handle')[1] },
            ...(step.here?.error || step.there?.error
              ? [{ path: t.error, here: step.here?.error?.message, there: step.there?.error?.message }]
              : []),
          ].filter((one) => one.here !== one.there)}
        />
      )}
      {here && there ? (
        <>
          <Changes title={t.input} changes={changesBetween(here.input ?? null, there.input ?? null)} />
          <Changes title={t.output} changes={changesBetween(here.output ?? null, there.output ?? null)} />
        </>
      ) : (
        <p className="muted">{step.here && step.there ? t.notCompared : t.onlyOne}</p>
      )}
    </section>
  );
}

function Changes({ title, changes }: { title: string; changes: ReturnType<typeof changesBetween> }) {
  const t = useTexts(texts);
  return (
    <>
      <h3>{title}</h3>
      {changes.length === 0 ? (
        <p className="muted">{t.equal}</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t.place}</th>
              <th scope="col">{t.here}</th>
              <th scope="col">{t.there}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, here, there }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path || t.whole}</code>
                </th>
                <td className={`on-success ${styles.hereValue}`}>{shown(here)}</td>
                <td className={`on-danger ${styles.thereValue}`}>{shown(there)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)} …` : text;
}
