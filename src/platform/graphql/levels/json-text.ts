/** A value that is JSON already, as a client reads it: it goes into the answer as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
