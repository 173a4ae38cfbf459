import { useEffect, useState } from 'react';
import { currentLanguage, type Language, useLanguage } from './language';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How dates are written: as in the country of the browser, if it has the language of the page. */
export const dateLocale = (language: Language = currentLanguage()): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/** `3 minutes ago`, in the language of the page. */
export function relativeTime(iso: string, language: Language = currentLanguage(), now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(
    Math.round(seconds / size),
    unit,
  );
}

/** A moment in the zone of the user, with seconds. */
export function exactTime(iso: string, language: Language = currentLanguage()): string {
  return dateText(iso, language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A moment in the zone of the user, to the minute. */
export function minuteTime(iso: string, language: Language = currentLanguage()): string {
  return dateText(iso, language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A day in the zone of the user. */
export function day(iso: string, language: Language = currentLanguage()): string {
  return dateText(iso, language, { dateStyle: 'medium' });
}

/** A date without a time, which is the same day everywhere. */
export function calendarDate(date: string, language: Language = currentLanguage()): string {
  return dateText(date, language, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A moment in the zone of the user, in this style. */
export function dateText(iso: string, language: Language, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(language), style).format(new Date(iso));
}

/** `840 ms`, `12.4 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(ms: number, language: Language = currentLanguage()): string {
  if (ms < 1_000) return `${withDigits(ms, 0, language)} ms`;
  if (ms < 60_000) return `${withDigits(ms / 1_000, 1, language)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return parts(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return parts(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return parts(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

// Made once: each costs more than a thousand uses of it.
const formats = new Map<string, Intl.NumberFormat>();

/** A number with at most so many decimal places. */
function withDigits(value: number, digits: number, language: Language): string {
  const key = `${language}${digits}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  formats.set(key, format);
  return format.format(value);
}

function parts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

export function number(value: number, language: Language = currentLanguage()): string {
  return withDigits(value, 3, language);
}

/** `840 B`, `12.4 MiB`. */
export function bytes(count: number, language: Language = currentLanguage()): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return `${withDigits(count / 1024 ** power, power === 0 ? 0 : 1, language)} ${units[power]}`;
}

/** Credits as people read them; the API has decimals as text. */
export function credits(value: string | number, language: Language = currentLanguage()): string {
  return withDigits(Number(value), 4, language);
}

/** A decimal of the API in a field: `5` for `5.000000`. */
export const withoutZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

/** A relative time that stays true while it is on screen. */
export function useRelativeTime(iso: string): string {
  const language = useLanguage();
  const [, render] = useState(0);
  useEffect(() => {
    const isRecent = Date.now() - Date.parse(iso) < 3_600_000;
    const timer = setInterval(() => render((count) => count + 1), isRecent ? 10_000 : 60_000);
    return () => clearInterval(timer);
  }, [iso]);
  return relativeTime(iso, language);
}
