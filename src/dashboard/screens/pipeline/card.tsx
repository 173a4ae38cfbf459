import { calendarDate } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { useCan } from '../../workspace/workspace';
import { StatusBadge } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import { money } from '../customers/money';
import styles from './board.module.css';
import type { Opportunity, Stage } from './queries';
import { pipelineTexts } from './texts';
import type { useMove } from './use-move';

interface CardProps {
  item: Opportunity;
  stages: readonly Stage[];
  onMove: ReturnType<typeof useMove>;
  onOpen: () => void;
}

/** Whether a day is over where the user is. */
function hasPassed(date: string): boolean {
  return Date.parse(`${date}T23:59:59.999`) < Date.now();
}

/** An opportunity on the board. */
export function Card({ item, stages, onMove, onOpen }: CardProps) {
  const t = useTexts(pipelineTexts);
  const language = useLanguage();
  const can = useCan();
  const mayWrite = can('pipelines:write');
  const { id, name, contact, value, currency, status, expectedCloseDate, assignee } = item;
  const isOverdue = status === 'open' && expectedCloseDate && hasPassed(expectedCloseDate);
  const statuses = [
    { status: 'won' as const, label: t.markWon },
    { status: 'lost' as const, label: t.markLost },
    { status: 'open' as const, label: t.markOpen },
  ];
  return (
    <li
      className={`rigid border round surface shadow ${styles.card}`}
      draggable={mayWrite}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/opportunity', id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <div className="flex start gap-4">
        <button
          type="button"
          className={`grow min-w-0 bold break text-left bare pointer ${styles.name}`}
          onClick={onOpen}
        >
          {name}
        </button>
        {mayWrite && (
          <Menu
            trigger={<IconButton icon="move" size="small" label={t.move(name)} />}
            items={[
              ...stages.map((stage) => ({
                label: t.moveTo(stage.name),
                checked: stage.key === item.stageId,
                disabled: stage.key === item.stageId,
                onSelect: () => onMove(item, { stageId: stage.key }),
              })),
              'separator' as const,
              ...statuses
                .filter((one) => one.status !== status)
                .map((one) => ({ label: one.label, onSelect: () => onMove(item, { status: one.status }) })),
            ]}
          />
        )}
      </div>
      {contact && <p className="muted break">{contactName(contact)}</p>}
      <p className={`row wrap muted small mt-4 ${styles.facts}`}>
        {value && <strong className="plain digits semibold">{money(value, currency, language)}</strong>}
        {status !== 'open' && <StatusBadge status={status} />}
        {expectedCloseDate && status === 'open' && (
          <span className={isOverdue ? styles.overdue : undefined}>
            <Icon name={isOverdue ? 'alert' : 'calendar'} size={13} />
            {isOverdue && <span className="visually-hidden">{t.overdue}</span>}
            {calendarDate(expectedCloseDate, language)}
          </span>
        )}
        {assignee && <span className="ml-auto">{assignee.name || assignee.email}</span>}
      </p>
    </li>
  );
}
