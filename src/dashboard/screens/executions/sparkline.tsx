import { useTexts } from '../../i18n/texts';
import styles from './executions.module.css';
import { texts } from './texts';

const width = 104;
const height = 26;

/** A bar for each hour of a day, the newest at the right. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const t = useTexts(texts);
  const most = Math.max(1, ...values);
  const step = width / values.length;
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <svg className={styles.spark} width={width} height={height} role="img" aria-label={t.inLast24(total)}>
      {values.map((value, hour) => {
        const size = value === 0 ? 1 : Math.max(3, (value / most) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={hour}
            x={hour * step}
            y={height - size}
            width={step - 1}
            height={size}
            opacity={value === 0 ? 0.35 : 1}
          />
        );
      })}
    </svg>
  );
}
