/** An expression that cannot be parsed. The message says what is wrong, where, and how to correct it. */
export class ExpressionSyntaxError extends Error {
  readonly code = 'EXPR_SYNTAX';

  constructor(
    /** Characters from the start of the text. */
    readonly position: number,
    readonly problem: string,
    readonly cure: string,
  ) {
    super(`${problem} at character ${position + 1}. ${cure}`);
  }
}

/** An expression that was parsed but cannot be evaluated. The message contains no secret. */
export class ExpressionError extends Error {
  readonly code = 'EXPRESSION_FAILED';
}
