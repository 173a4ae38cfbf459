import { defineTexts } from '../../../i18n/texts';

export const holdTexts = defineTexts({
  add: ['Hold the flow when a node keeps failing', 'Retener el flujo cuando un nodo falla repetidamente'],
  failures: ['Failures for one cause', 'Fallos por una causa'],
  hint: [
    'When so many executions fail at one node in the same way, later ones wait before it until you release them.',
    'Cuando tantas ejecuciones fallan igual en un nodo, las siguientes esperan ante él hasta que las liberes.',
  ],
  hold: ['Hold next time', 'Retener la próxima vez'],
  notNow: ['Not now', 'Ahora no'],
  offer: [
    (count: number, node: string, code: string) =>
      `This flow failed ${count} times at ${node} with ${code}. Next time, later executions can wait there instead of failing.`,
    (count: number, node: string, code: string) =>
      `Este flujo falló ${count} veces en ${node} con ${code}. La próxima vez, las ejecuciones siguientes pueden esperar ahí en lugar de fallar.`,
  ],
  remove: ['Hold no more', 'No retener más'],
  seconds: ['Within seconds', 'En segundos'],
  title: ['Hold and release', 'Retener y liberar'],
});
