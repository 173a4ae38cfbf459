import { defineTexts } from '../../../i18n/texts';

export const controlTexts = defineTexts({
  addControl: ['Limit executions by key', 'Limitar ejecuciones por clave'],
  batchMax: ['Starts in a batch', 'Inicios por lote'],
  batchMaxHint: [
    'Become one execution with the list of their data.',
    'Forman una ejecución con la lista de sus datos.',
  ],
  batchSeconds: ['Seconds of a batch', 'Segundos por lote'],
  concurrency: ['Executions of a key at the same time', 'Ejecuciones de una clave a la vez'],
  concurrencyHint: [
    'Each counts until it ends, also while it waits. At most 1,000.',
    'Cada una cuenta hasta que termina, también mientras espera. Como máximo 1000.',
  ],
  control: ['Control by key', 'Control por clave'],
  controlHint: [
    'Executions whose key has the same value share these limits.',
    'Las ejecuciones cuya clave tiene el mismo valor comparten estos límites.',
  ],
  debounce: ['Quiet seconds', 'Segundos de calma'],
  debounceHint: [
    'After so many seconds without another start, the last one runs.',
    'Tras tantos segundos sin otro inicio, se ejecuta el último.',
  ],
  gathered: ['is gathered into another execution.', 'se reúne en otra ejecución.'],
  key: ['Key', 'Clave'],
  keyHint: [
    'For example {{triggerData.contactId}}. Without it, all executions share the limits.',
    'Por ejemplo {{triggerData.contactId}}. Sin ella, todas las ejecuciones comparten los límites.',
  ],
  overlap: ['If as many run', 'Si ya hay tantas'],
  overlapQueue: ['The new one waits', 'La nueva espera'],
  overlapReplace: ['The new one replaces the oldest', 'La nueva sustituye a la más antigua'],
  overlapSkip: ['The new one is skipped', 'La nueva se omite'],
  priority: ['Priority', 'Prioridad'],
  priorityHint: [
    'Of those that wait, the highest starts first. A number or an expression.',
    'De las que esperan, empieza antes la más alta. Un número o una expresión.',
  ],
  removeControl: ['Remove', 'Quitar'],
  replaced: ['and is replaced by a newer one.', 'y la sustituye una más nueva.'],
  runs: [
    (from: string, to: string) => `runs from ${from} to ${to} s`,
    (from: string, to: string) => `se ejecuta de ${from} a ${to} s`,
  ],
  neverRuns: ['is replaced before it starts.', 'se sustituye antes de empezar.'],
  seconds: [(seconds: string) => `${seconds} s`, (seconds: string) => `${seconds} s`],
  skipped: ['is skipped.', 'se omite.'],
  standsFor: [(count: number) => `for ${count} starts`, (count: number) => `por ${count} inicios`],
  start: [
    (key: string, at: string) => `A start of the key ${key} at ${at} s`,
    (key: string, at: string) => `Un inicio de la clave ${key} a los ${at} s`,
  ],
  throttleCount: ['Starts', 'Inicios'],
  throttleSeconds: ['within seconds', 'en segundos'],
  throttleHint: ['The others wait.', 'Los demás esperan.'],
  timeLine: ['What the control does with eight starts', 'Lo que hace el control con ocho inicios'],
  timeLineHint: [
    'Eight starts of two keys: dots. Lines are waits, bars are executions.',
    'Ocho inicios de dos claves: puntos. Las líneas son esperas, las barras ejecuciones.',
  ],
});
