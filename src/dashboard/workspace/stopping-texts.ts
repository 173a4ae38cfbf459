import { counted, defineTexts } from '../i18n/texts';

/** What stops, as the API lists it. */
export interface Stopping {
  flows: readonly { name?: string | null }[];
  webhooks: readonly { url?: string | null }[];
  /** Whether there are more than are listed. */
  hasMore: boolean;
}

const shown = 3;

const english = (flows: number, webhooks: number) =>
  [flows > 0 && counted(flows, 'flow', 'flows'), webhooks > 0 && counted(webhooks, 'webhook', 'webhooks')]
    .filter(Boolean)
    .join(' and ');

const spanish = (flows: number, webhooks: number) =>
  [flows > 0 && counted(flows, 'flujo', 'flujos', 'es'), webhooks > 0 && counted(webhooks, 'webhook', 'webhooks', 'es')]
    .filter(Boolean)
    .join(' y ');

/** `: A, B, C, and 2 more`: the first names of what stops; nothing if the user may read none of them. */
function names({ flows, webhooks, hasMore }: Stopping, more: (count: number) => string, others: string): string {
  const all = [...flows.map(({ name }) => name), ...webhooks.map(({ url }) => url)];
  const first = all.filter((name) => name != null).slice(0, shown);
  if (first.length === 0) return '';
  const rest = all.length - first.length;
  const end = hasMore ? [others] : rest > 0 ? [more(rest)] : [];
  return `: ${[...first, ...end].join(', ')}`;
}

export const texts = defineTexts({
  looking: ['Looking for what will be paused…', 'Buscando lo que se pausará…'],
  notRead: [
    'What will be paused could not be read. You can go on without it.',
    'No se pudo leer lo que se pausará. Puedes continuar sin verlo.',
  ],
  paused: [
    (flows: number, webhooks: number) => `Paused: ${english(flows, webhooks)}.`,
    (flows: number, webhooks: number) => `En pausa: ${spanish(flows, webhooks)}.`,
  ],
  willPause: [
    (stopping: Stopping) => {
      const { flows, webhooks, hasMore } = stopping;
      const count = `${hasMore ? 'At least ' : ''}${english(flows.length, webhooks.length)}`;
      return `${count} will be paused${names(stopping, (rest) => `and ${rest} more`, 'and more')}.`;
    },
    (stopping: Stopping) => {
      const { flows, webhooks, hasMore } = stopping;
      const verb = flows.length + webhooks.length === 1 ? 'Se pausará' : 'Se pausarán';
      const count = `${hasMore ? 'al menos ' : ''}${spanish(flows.length, webhooks.length)}`;
      return `${verb} ${count}${names(stopping, (rest) => `y ${rest} más`, 'y otros')}.`;
    },
  ],
});
