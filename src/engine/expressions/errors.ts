/** An expression that cannot be read. The message says where, what is wrong and what would be right. */
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

/** An expression that was read and could not be worked out. The message holds no secret. */
export class ExpressionError extends Error {
  readonly code = 'EXPRESSION_FAILED';
}
