import { useEffect, useRef } from 'react';
import { number } from '../i18n/format';
import { useIsDark } from '../theme/theme';
import type { Series } from './draw-plot';
import styles from './page.module.css';

interface PlotProps {
  /** What the plot shows, for those who do not see it. */
  label: string;
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  series: readonly Series[];
  height?: number;
}

/** Lines over time. The values are a table for screen readers, too. */
export function Plot({ label, times, series, height = 180 }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  useEffect(() => {
    const element = place.current;
    if (!element || times.length === 0) return;
    let isGone = false;
    let remove = () => {};
    import('./draw-plot').then(
      ({ drawPlot }) => {
        if (!isGone) remove = drawPlot(element, { times, series, height, isDark });
      },
      // Without the server, which the header says; the values stand in the table.
      () => undefined,
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [times, series, height, isDark]);
  return (
    <figure className="min-w-0" aria-label={label}>
      <div ref={place} style={{ height }} aria-hidden="true" />
      <figcaption className={`flex wrap muted small mt-6 ${styles.legend}`}>
        {series.map((one) => (
          <span key={one.label}>
            <span
              className={one.isLimit ? styles.dash : styles.swatch}
              style={one.isLimit ? { borderColor: `var(${one.colour})` } : { background: `var(${one.colour})` }}
            />
            {one.label}{' '}
            <strong className="plain strong">
              {one.shown ?? number(one.values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}
            </strong>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
