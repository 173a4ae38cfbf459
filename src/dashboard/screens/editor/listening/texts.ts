import { defineTexts } from '../../../i18n/texts';

export const listeningTexts = defineTexts({
  again: ['Listen again', 'Escuchar otra vez'],
  deleteSample: ['Delete the sample', 'Eliminar la muestra'],
  expired: ['The address has expired: no call came.', 'La dirección ha caducado: no llegó ninguna llamada.'],
  hint: [
    'Before you publish: get an address that takes one call. It starts nothing; what comes becomes the sample of this trigger.',
    'Antes de publicar: obtén una dirección que acepta una llamada. No inicia nada; lo que llegue será la muestra de este disparador.',
  ],
  formHint: [
    'Before you publish: open the form of this draft and send it once. It starts nothing; what you send becomes the sample of this trigger.',
    'Antes de publicar: abre el formulario de este borrador y envíalo una vez. No inicia nada; lo que envíes será la muestra de este disparador.',
  ],
  isSample: [
    'This is the sample now: expressions are completed with it, and simulations start with it.',
    'Ahora es la muestra: las expresiones se completan con ella y las simulaciones empiezan con ella.',
  ],
  listen: ['Listen for a test call', 'Escuchar una llamada de prueba'],
  openForm: ['Open the test form', 'Abrir el formulario de prueba'],
  received: [(time: string) => `A test call came: ${time}.`, (time: string) => `Llegó una llamada de prueba: ${time}.`],
  request: ['Request', 'Petición'],
  sampleDeleted: ['The sample was deleted.', 'La muestra se ha eliminado.'],
  stop: ['Stop listening', 'Dejar de escuchar'],
  testCall: ['Test call', 'Llamada de prueba'],
  testUrl: ['Test URL', 'URL de prueba'],
  triggerData: ['Trigger data', 'Datos de inicio'],
  update: ['Use the current fields', 'Usar los campos actuales'],
  updated: ['The address uses the current fields now.', 'La dirección usa ahora los campos actuales.'],
  waiting: [
    (time: string) => `Waiting for a call until ${time}…`,
    (time: string) => `Esperando una llamada hasta ${time}…`,
  ],
});
