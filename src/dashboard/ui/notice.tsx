import type { ReactNode } from 'react';
import { isServerError, Unreachable } from '../api/errors';
import { useTexts } from '../i18n/texts';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import styles from './page.module.css';
import { common } from './texts';

export type Tone = 'info' | 'success' | 'warning' | 'danger';
const icons: Record<Tone, IconName> = { info: 'info', success: 'check', warning: 'alert', danger: 'alert' };

/** A message in the page. */
export function Notice({ tone = 'info', title, children }: { tone?: Tone; title?: string; children?: ReactNode }) {
  return (
    <div className={`flex gap-10 round ${styles.notice} tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div className="stack start grow min-w-0 gap-4 break">
        {title && <strong className="semibold">{title}</strong>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}

/** What went wrong, and what helps. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTexts(common);
  const again = onRetry && (
    <Button size="small" icon="refresh" onClick={onRetry}>
      {t.retry}
    </Button>
  );
  if (error instanceof Unreachable) {
    return (
      <Notice tone="warning">
        <p>{t.unreachable}</p>
        {again}
      </Notice>
    );
  }
  const message = error instanceof Error ? error.message : t.unexpected;
  return (
    <Notice tone="danger" title={message}>
      {isServerError(error) && error.details.length > 0 && (
        <ul>
          {error.details
            .filter(({ message: text }) => text && text !== message)
            .map(({ field, message: text }) => (
              <li key={`${field} ${text}`}>
                {field && <code>{field}</code>} {text}
              </li>
            ))}
        </ul>
      )}
      {isServerError(error) && error.requestId && error.code === 'INTERNAL' && <p>{t.requestId(error.requestId)}</p>}
      {again}
    </Notice>
  );
}

/** A list or a page without content: why, and what to do next. */
export function Empty({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` where nothing else names the page. */
  heading?: 'h1' | 'h2';
}) {
  return (
    <div className={`stack items-center gap-8 text-center ${styles.empty}`}>
      <span className={`centred muted circle sunken mb-4 ${styles.emptyIcon}`}>
        <Icon name={icon} size={26} />
      </span>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
