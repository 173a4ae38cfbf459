/** Nodes that decide the way in Spanish, by their English texts. */
export const logic: Readonly<Record<string, string>> = {
  If: 'Si',
  'Leaves by `true` or `false`, depending on conditions.': 'Sale por `true` o `false`, según unas condiciones.',
  'The conditions.': 'Las condiciones.',
  'Whether all conditions must be true, or any. Defaults to `all`.':
    'Si deben cumplirse todas las condiciones o alguna. Por defecto, `all`.',
  Switch: 'Según el valor',
  'Leaves by the first case that equals a value.': 'Sale por el primer caso que es igual a un valor.',
  'The ID of the case, which names its handle: `case:ID`.': 'El ID del caso, que da nombre a su salida: `case:ID`.',
  'The value of this case.': 'El valor de este caso.',
  'The cases, in the order in which they are compared.': 'Los casos, en el orden en que se comparan.',
  Loop: 'Bucle',
  'Runs the nodes of its item branch once for each item of a list, or while a condition is true, and collects their results. An edge from the branch to `break` ends the loop after the iteration that takes it.':
    'Ejecuta los nodos de su rama una vez por cada elemento de una lista, o mientras se cumpla una condición, y reúne los resultados. Una conexión de la rama a `break` termina el bucle tras la iteración que la sigue.',
  'The list, usually an expression. Required unless `while` is set.':
    'La lista, normalmente una expresión. Obligatoria, salvo que haya `while`.',
  'Instead of `items`: a condition that is evaluated before each iteration. The loop ends when it is false or has no value, and fails when it is still true after `maxItems` iterations.':
    'En lugar de `items`: una condición que se evalúa antes de cada iteración. El bucle termina cuando es falsa o no tiene valor, y falla si sigue siendo verdadera tras `maxItems` iteraciones.',
  'The maximum number of items; the loop fails if the list has more. Defaults to 1,000.':
    'El número máximo de elementos; el bucle falla si la lista tiene más. Por defecto, 1000.',
  'How many items run side by side. The results keep the order of the items. Not allowed with `while`. Defaults to 1.':
    'Cuántos elementos se ejecutan a la vez. Los resultados conservan el orden de los elementos. No se permite con `while`. Por defecto, 1.',
  'Runs the branch for lists of up to so many items: `loop.item` is then a list, and `loop.index` counts the lists. Not allowed with `while`. Without it, `loop.item` is one item.':
    'Ejecuta la rama con listas de hasta tantos elementos: `loop.item` es entonces una lista y `loop.index` cuenta las listas. No se permite con `while`. Sin él, `loop.item` es un elemento.',
  'What happens when an item fails: `stop` cancels the items that run beside it and fails the loop, `continue` sets the result of the item to null. Defaults to `stop`.':
    'Qué ocurre cuando falla un elemento: `stop` cancela los que se ejecutan a la vez y hace fallar el bucle, `continue` deja su resultado en null. Por defecto, `stop`.',
  Merge: 'Unir',
  'Joins branches: waits for all that can still arrive, or continues with the first.':
    'Une ramas: espera a todas las que aún pueden llegar, o sigue con la primera.',
  'Whether to wait for `all` branches or for `any`. Defaults to `all`.':
    'Si se esperan todas las ramas (`all`) o alguna (`any`). Por defecto, `all`.',
  'With `any`: whether the first arrival cancels the steps that still run or wait in the other branches, if nothing but this node can follow them. Defaults to false: they run to their end, and are ignored.':
    'Con `any`: si la primera llegada cancela los pasos que aún se ejecutan o esperan en las demás ramas, cuando solo este nodo puede seguirlos. Por defecto, false: continúan hasta su fin y se ignoran.',
  Delay: 'Espera',
  'Waits for a duration or until a time, without holding a worker.':
    'Espera un tiempo o hasta un momento, sin ocupar un proceso.',
  'The duration in minutes.': 'La duración en minutos.',
  'The duration in seconds.': 'La duración en segundos.',
  'An ISO 8601 time with a zone, or a date (midnight UTC). A time in the past does not wait.':
    'Una hora ISO 8601 con zona, o una fecha (medianoche UTC). Si ya ha pasado, no se espera.',
  Split: 'Repartir',
  'Chooses one of several variants by their weights; the same key always gets the same variant.':
    'Elige una de varias variantes según sus pesos; la misma clave recibe siempre la misma variante.',
  'The ID of the variant, which names its handle: `variant:ID`.':
    'El ID de la variante, que da nombre a su salida: `variant:ID`.',
  'The share of the variant. With the weights 3 and 1, the first variant gets 75% of the executions.':
    'La proporción de la variante. Con los pesos 3 y 1, la primera variante recibe el 75 % de las ejecuciones.',
  'The variants and their weights.': 'Las variantes y sus pesos.',
  'The value that decides, for example the ID of a contact. Defaults to a random choice for each execution.':
    'El valor que decide, por ejemplo el ID de un contacto. Por defecto, al azar en cada ejecución.',
  Stop: 'Detener',
  'Ends the execution at once, as completed or failed.': 'Termina la ejecución al instante, como completada o fallida.',
  'The status of the execution. Defaults to `completed`.': 'El estado de la ejecución. Por defecto, `completed`.',
  'The reason, shown in the execution.': 'El motivo, que se muestra en la ejecución.',
};
