import { counted, defineTexts } from '../../i18n/texts';

export const holdTexts = defineTexts({
  discard: ['Discard', 'Descartar'],
  discardAsk: [
    (count: number) => `Cancel ${counted(count, 'execution', 'executions')} that wait here?`,
    (count: number) => `¿Cancelar ${counted(count, 'ejecución', 'ejecuciones', 'es')} que esperan aquí?`,
  ],
  discardHint: ['They do not go on any more.', 'Ya no continuarán.'],
  discarded: ['Discarded', 'Descartada'],
  discarding: ['Discarding', 'Descartando'],
  executions: ['Waiting', 'En espera'],
  held: ['Held', 'Retenida'],
  hint: [
    'Flows that wait before a node, because others failed there for one cause.',
    'Flujos que esperan ante un nodo, porque otras fallaron ahí por una causa.',
  ],
  none: ['Nothing is held', 'No hay nada retenido'],
  noneHint: [
    'With the hold of its settings, a flow waits here instead of failing again and again.',
    'Con la retención de sus ajustes, un flujo espera aquí en lugar de fallar una y otra vez.',
  ],
  opened: ['Since', 'Desde'],
  release: ['Release', 'Liberar'],
  releaseAsk: [
    (count: number) => `Release ${counted(count, 'execution', 'executions')}?`,
    (count: number) => `¿Liberar ${counted(count, 'ejecución', 'ejecuciones', 'es')}?`,
  ],
  releaseHint: [
    'They go on in the order in which they arrived, under the limits of the flow.',
    'Continúan en el orden en que llegaron, con los límites del flujo.',
  ],
  released: ['Released', 'Liberada'],
  releasing: ['Releasing', 'Liberando'],
  started: ['Its executions go on.', 'Sus ejecuciones continúan.'],
  stopped: ['Its executions are cancelled.', 'Sus ejecuciones se cancelan.'],
});
