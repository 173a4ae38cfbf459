import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { dateLocale } from '../i18n/format';

export interface Series {
  label: string;
  /** Null where there is no value, for example in the future. */
  values: readonly (number | null)[];
  /** A token of the theme, for example `--success`. */
  colour: string;
  /** A line that the others are compared with: dashed, and not filled. */
  isLimit?: boolean;
  /** What the legend shows; by default the sum of the values. */
  shown?: string;
}

interface Drawing {
  times: readonly number[];
  series: readonly Series[];
  height: number;
  isDark: boolean;
}

/** Steps of an axis of whole numbers: 1, 2, 5, 10, … */
const wholeSteps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Draws a plot that follows the width of its place. @returns what removes it */
export function drawPlot(element: HTMLElement, { times, series, height }: Drawing): () => void {
  const areWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const style = getComputedStyle(element);
  const colour = (token: string) => resolve(element, token);
  const axis = {
    stroke: colour('--text-muted'),
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
  };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false },
      scales: { x: { time: true }, y: { range: (_self, _least, most) => [0, Math.max(1, most * 1.1)] } },
      axes: [
        { ...axis, size: 30, grid: { show: false }, space: 64, values: (_self, ticks) => ticks.map(dayOf) },
        { ...axis, size: 46, ...(areWhole && { incrs: wholeSteps }) },
      ],
      series: [
        {},
        ...series.map(({ label, colour: token, isLimit = false }) => ({
          label,
          stroke: colour(token),
          width: 1.75,
          ...(isLimit
            ? { dash: [6, 5], points: { show: false } }
            : { fill: translucent(colour(token)), points: { show: times.length < 15, size: 4 } }),
        })),
      ],
    },
    [[...times], ...series.map(({ values }) => [...values])],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}

/** The colour that a token has in the theme, as a canvas understands it. */
function resolve(element: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** `rgb(1, 2, 3)` at a tenth. */
const translucent = (rgb: string): string => rgb.replace('rgb(', 'rgba(').replace(')', ', 0.1)');

/** `24 Oct`; days of the API are days in UTC. */
const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat(dateLocale(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(seconds * 1_000);
