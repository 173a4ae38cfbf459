import { counted, defineTexts } from '../../../i18n/texts';

export const importTexts = defineTexts({
  another: ['Import another file', 'Importar otro archivo'],
  asCustom: [(name: string) => `New field “${name}”`, (name: string) => `Campo nuevo «${name}»`],
  choose: ['Choose a CSV file', 'Elige un archivo CSV'],
  chooseHint: [
    'Or drop it here. Its first line names the columns. Excel and Google Sheets save CSV by “Download” or “Save as”.',
    'O suéltalo aquí. Su primera línea da nombre a las columnas. Excel y Google Sheets guardan CSV con «Descargar» o «Guardar como».',
  ],
  column: ['Column of the file', 'Columna del archivo'],
  example: ['First values', 'Primeros valores'],
  existing: ['Contacts that exist', 'Contactos que ya existen'],
  existingSkip: ['leave as they are', 'dejar como están'],
  existingUpdate: ['update with the values of the file', 'actualizar con los valores del archivo'],
  field: ['Field of the contact', 'Campo del contacto'],
  field_assignedTo: ['Assigned to (user ID)', 'Asignado a (ID de usuario)'],
  field_company: ['Company', 'Empresa'],
  field_customFields: ['Further fields (JSON)', 'Otros campos (JSON)'],
  field_doNotContact: ['Do not contact', 'No contactar'],
  field_email: ['Email', 'Correo'],
  field_id: ['ID of an exported contact', 'ID de un contacto exportado'],
  field_name: ['Name', 'Nombre'],
  field_phone: ['Phone', 'Teléfono'],
  field_source: ['Source', 'Origen'],
  field_status: ['Status', 'Estado'],
  field_tags: ['Tags', 'Etiquetas'],
  noAddress: [
    'Without an email or a phone column, every row creates a new contact, also when you import the file twice.',
    'Sin una columna de correo o teléfono, cada fila crea un contacto nuevo, también si importas el archivo dos veces.',
  ],
  noRows: [
    'This file has no rows below its first line. Choose another one.',
    'Este archivo no tiene filas debajo de la primera línea. Elige otro.',
  ],
  notText: [
    'This file is not a text. Save the table as CSV first.',
    'Este archivo no es de texto. Guarda primero la tabla como CSV.',
  ],
  rows: [(count: number) => counted(count, 'row', 'rows'), (count: number) => counted(count, 'fila', 'filas', 'es')],
  skip: ['Do not import', 'No importar'],
  start: [
    (count: number) => `Import ${counted(count, 'row', 'rows')}`,
    (count: number) => `Importar ${counted(count, 'fila', 'filas', 'es')}`,
  ],
  title: ['Import contacts', 'Importar contactos'],
  tooManyColumns: ['At most 200 columns can be imported.', 'Se pueden importar 200 columnas como máximo.'],
  twice: ['Two columns have the same target:', 'Dos columnas tienen el mismo destino:'],
});
