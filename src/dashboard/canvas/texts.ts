import { defineTexts } from '../i18n/texts';

const spanish: Readonly<Record<string, string>> = {
  approved: 'aprobado',
  break: 'salir',
  default: 'otro',
  done: 'fin',
  error: 'error',
  event: 'evento',
  failed: 'fallo',
  false: 'no',
  found: 'hallado',
  item: 'elemento',
  next: 'siguiente',
  notFound: 'no hallado',
  other: 'otro',
  rejected: 'rechazado',
  reply: 'respuesta',
  sent: 'enviado',
  timeout: 'sin respuesta',
  true: 'sí',
};
const english: Readonly<Record<string, string>> = { true: 'yes', false: 'no', notFound: 'not found' };

/** What stands behind a prefix, as in `case:large`. */
const shortOf = (handle: string) => handle.slice(handle.indexOf(':') + 1);

export const canvasTexts = defineTexts({
  canvas: ['Flow', 'Flujo'],
  fit: ['Show all', 'Ver todo'],
  handle: [(name: string) => english[name] ?? shortOf(name), (name: string) => spanish[name] ?? shortOf(name)],
  zoomIn: ['Zoom in', 'Acercar'],
  zoomOut: ['Zoom out', 'Alejar'],
});
