import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { ExecutionStatus } from '../../ui/execution-status';
import { JsonView } from '../../ui/json-view';
import { Notice } from '../../ui/notice';
import { Time } from '../../ui/time';
import styles from './execution.module.css';
import type { RunView } from './execution-reducer';
import { RunLink } from './header';
import type { Head } from './operations';
import { texts } from './texts';

/** What an execution began with and came to, and the executions around it. */
export function RunData({ head, run }: { head: Head; run: RunView }) {
  const t = useTexts(texts);
  return (
    <div className={styles.sections}>
      {head.error && run.status !== 'running' && (
        <Notice tone="danger" title={head.error.message}>
          <code>{head.error.code}</code>
        </Notice>
      )}
      <Section title={t.triggerData}>
        <JsonView value={head.triggerData ?? null} openTo={openToOf(head.triggerData)} />
      </Section>
      {run.status !== 'running' && (
        <Section title={t.output}>
          <JsonView value={head.output ?? null} openTo={openToOf(head.output)} />
        </Section>
      )}
      {head.request !== null && head.request !== undefined && (
        <Section title={t.request}>
          <JsonView value={head.request} openTo={1} />
        </Section>
      )}
      {head.children.items.length > 0 && (
        <Section title={t.children}>
          <ul className={styles.runs}>
            {head.children.items.map((child) => (
              <li key={child.id}>
                <RunLink id={child.id}>{child.flowName}</RunLink>
                <ExecutionStatus status={child.status} phase={child.phase} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {head.retries.items.length > 0 && (
        <Section title={t.retriesOf}>
          <ul className={styles.runs}>
            {head.retries.items.map((one) => (
              <li key={one.id}>
                <RunLink id={one.id}>
                  <Time at={one.startedAt} />
                </RunLink>
                <ExecutionStatus status={one.status} phase={one.phase} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** A part of the data with its name. */
export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={`mt-14 ${styles.section}`}>
      <h2 className="mb-6 body">{title}</h2>
      {children}
    </section>
  );
}

/** Short values are shown whole, long ones by their first level. */
export const openToOf = (value: unknown): number => ((JSON.stringify(value)?.length ?? 0) > 2_000 ? 1 : 3);
