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
  readonly code: 'EXPRESSION_FAILED' | 'EXPR_NULL' = 'EXPRESSION_FAILED';
}

/** A part of an expression is null, where a value is required. The message names it. */
export class NullOperandError extends ExpressionError {
  override readonly code = 'EXPR_NULL';

  constructor(
    message: string,
    /** The paths that lead nowhere: one of them may be a secret or a global variable that does not exist. */
    readonly missing: readonly string[],
  ) {
    super(message);
  }
}
