/** What is said about all batches. */
export const batchDescription =
  'Operations are carried out in order, with the rules, rights and events of the request for one record. `results` has an entry for each, with the status that this request would have. With `atomic`, all are carried out or none: the first failure is 400 and names `operations[n]`.';
