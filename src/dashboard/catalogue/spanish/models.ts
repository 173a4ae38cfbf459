/** Nodes for language models in Spanish, by their English texts. */
export const models: Readonly<Record<string, string>> = {
  Generate: 'Generar',
  'Lets a language model write a text, or JSON that matches a schema.':
    'Pide a un modelo de lenguaje un texto, o JSON que cumple un esquema.',
  'The prompt. Secrets in it are masked.': 'La instrucción. Los secretos que contenga se ocultan.',
  'The system prompt: the role of the model and how it answers.':
    'La instrucción de sistema: el papel del modelo y cómo responde.',
  'The name of the model. Defaults to the configured model.':
    'El nombre del modelo. Por defecto, el modelo configurado.',
  'The randomness of the answer: 0 gives nearly the same answer each time, 2 the most varied.':
    'La aleatoriedad de la respuesta: 0 da casi siempre la misma, 2 la más variada.',
  'The maximum number of tokens of the answer.': 'El número máximo de tokens de la respuesta.',
  'A JSON Schema. With it the output is JSON that matches the schema, instead of text.':
    'Un JSON Schema. Con él, el resultado es JSON que cumple el esquema, en lugar de texto.',
  Classify: 'Clasificar',
  'Lets a language model choose one of several labels for a text, and leaves by the handle of the label.':
    'Pide a un modelo de lenguaje que elija una de varias etiquetas para un texto, y sale por la de esa etiqueta.',
  'The text to classify. Secrets in it are masked.': 'El texto que se clasifica. Los secretos que contenga se ocultan.',
  'The ID of the label, which names its handle: `label:ID`.':
    'El ID de la etiqueta, que da nombre a su salida: `label:ID`.',
  'When the label applies, for the model.': 'Cuándo corresponde la etiqueta, para el modelo.',
  'The labels to choose from.': 'Las etiquetas entre las que se elige.',
  Extract: 'Extraer',
  'Lets a language model extract data from a text, in the form of a schema.':
    'Pide a un modelo de lenguaje que extraiga datos de un texto, con la forma de un esquema.',
  'The text to extract data from. Secrets in it are masked.':
    'El texto del que se extraen datos. Los secretos que contenga se ocultan.',
  'The JSON Schema of the output.': 'El JSON Schema del resultado.',
  Assistant: 'Asistente',
  'Gives a task to an assistant, which can use its tools, and continues with its answer.':
    'Da una tarea a un asistente, que puede usar sus herramientas, y continúa con su respuesta.',
  'The ID of the assistant.': 'El ID del asistente.',
  'The task or question.': 'La tarea o pregunta.',
  'How many times the model is called, at most. Defaults to 10.':
    'Cuántas veces se llama al modelo, como máximo. Por defecto, 10.',
};
