import { counted, defineTexts } from '../i18n/texts';
import type { Job } from './operations';

type Pair = readonly [english: string, spanish: string];

const one: Readonly<Record<string, Pair>> = {
  calendarEvents: ['appointment', 'cita'],
  campaigns: ['campaign', 'campaña'],
  contacts: ['contact', 'contacto'],
  conversations: ['conversation', 'conversación'],
  executions: ['execution', 'ejecución'],
  flows: ['flow', 'flujo'],
  knowledgeDocs: ['document', 'documento'],
  opportunities: ['opportunity', 'oportunidad'],
  rows: ['row', 'fila'],
  voiceCalls: ['call', 'llamada'],
};
const many: Readonly<Record<string, Pair>> = {
  calendarEvents: ['appointments', 'citas'],
  campaigns: ['campaigns', 'campañas'],
  contacts: ['contacts', 'contactos'],
  conversations: ['conversations', 'conversaciones'],
  executions: ['executions', 'ejecuciones'],
  flows: ['flows', 'flujos'],
  knowledgeDocs: ['documents', 'documentos'],
  opportunities: ['opportunities', 'oportunidades'],
  rows: ['rows', 'filas'],
  voiceCalls: ['calls', 'llamadas'],
};

/** What a job does: while it does it, and as a noun. */
const works: Readonly<Record<string, readonly [doing: Pair, noun: Pair]>> = {
  addTags: [
    ['Tagging', 'Etiquetando'],
    ['change', 'El cambio'],
  ],
  cancel: [
    ['Cancelling', 'Cancelando'],
    ['cancellation', 'La cancelación'],
  ],
  delete: [
    ['Deleting', 'Eliminando'],
    ['deletion', 'La eliminación'],
  ],
  export: [
    ['Exporting', 'Exportando'],
    ['export', 'La exportación'],
  ],
  import: [
    ['Importing', 'Importando'],
    ['import', 'La importación'],
  ],
  removeTags: [
    ['Removing tags from', 'Quitando etiquetas de'],
    ['change', 'El cambio'],
  ],
  retry: [
    ['Retrying', 'Reintentando'],
    ['retry', 'El reintento'],
  ],
  update: [
    ['Changing', 'Cambiando'],
    ['change', 'El cambio'],
  ],
};

const workOf = ({ type, action }: Job) => works[type === 'bulk' ? (action ?? 'update') : type] ?? works.update;
const wordIn = (words: Readonly<Record<string, Pair>>, name: string, index: 0 | 1) => words[name]?.[index] ?? name;

const amount = (count: number, name: string, index: 0 | 1) =>
  counted(count, wordIn(one, name, index), wordIn(many, name, index), index === 0 ? 'en' : 'es');

/** Rows are what an import counts. */
const countedOf = ({ type, resource }: Job) => (type === 'import' ? 'rows' : resource);

function title(job: Job, index: 0 | 1): string {
  const [doing, noun] = workOf(job) ?? [];
  if (!job.finishedAt) return `${doing?.[index]} ${wordIn(many, job.resource, index)}`;
  const english = { completed: 'is complete', failed: 'has failed', cancelled: 'was stopped' };
  const spanish = { completed: 'ha terminado', failed: 'ha fallado', cancelled: 'se ha detenido' };
  const ending = job.status as keyof typeof english;
  return index === 0 ? `The ${noun?.[0]} ${english[ending]}` : `${noun?.[1]} ${spanish[ending]}`;
}

function progress(job: Job, index: 0 | 1): string {
  const language = index === 0 ? 'en' : 'es';
  const name = countedOf(job);
  if (job.total == null) return amount(job.done, name, index);
  return `${job.done.toLocaleString(language)} ${index === 0 ? 'of' : 'de'} ${amount(job.total, name, index)}`;
}

export const jobTexts = defineTexts({
  andMore: [
    (count: number) => `And ${counted(count, 'more', 'more')}.`,
    (count: number) => `Y ${counted(count, 'más', 'más', 'es')}.`,
  ],
  cancelled: ['cancelled', 'canceladas'],
  changed: ['changed', 'cambiados'],
  created: ['created', 'creados'],
  deleted: ['deleted', 'eliminados'],
  download: ['Download', 'Descargar'],
  downloadProblems: ['Download the list', 'Descargar la lista'],
  failed: ['left as they were', 'sin cambios'],
  field: ['Field', 'Campo'],
  hide: ['Close: it goes on', 'Cerrar: continúa'],
  kept: ['The server keeps the file for a week.', 'El servidor guarda el archivo durante una semana.'],
  label: ['Work in progress', 'Trabajo en curso'],
  leftBecause: ['Left as they were', 'Sin cambios'],
  line: ['Line', 'Línea'],
  progress: [(job: Job) => progress(job, 0), (job: Job) => progress(job, 1)],
  reason: ['Reason', 'Motivo'],
  refused: ['refused', 'rechazadas'],
  refusedRows: ['Refused rows', 'Filas rechazadas'],
  retried: ['retried', 'reintentadas'],
  show: ['Show', 'Ver'],
  stay: [
    'The server goes on when you close this page. The result is shown here when you open the dashboard again.',
    'El servidor continúa aunque cierres esta página. El resultado aparecerá aquí cuando vuelvas a abrir el panel.',
  ],
  stop: ['Stop', 'Detener'],
  title: [(job: Job) => title(job, 0), (job: Job) => title(job, 1)],
  unchanged: ['unchanged', 'sin cambios'],
  updated: ['updated', 'actualizados'],
});
