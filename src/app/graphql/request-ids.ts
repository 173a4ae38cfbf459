import type { GraphQLFormattedError } from 'graphql';

/**
 * Errors as they are sent: each with the ID of its request, or of its operation on a WebSocket, in `extensions`. Set when they
 * leave, because answers are shared by subscribers, and stored for requests that are sent again.
 */
export function withRequestId(errors: readonly GraphQLFormattedError[], requestId: string): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { message, locations, path, extensions } = error;
    return {
      message,
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: { ...extensions, requestId },
    };
  });
}

/** An answer as it is sent, whose errors have the ID of their request; itself if it has none. */
export function nameErrors<Answer extends { errors?: readonly GraphQLFormattedError[] | undefined }>(
  answer: Answer,
  requestId: string,
): Answer {
  return answer.errors ? { ...answer, errors: withRequestId(answer.errors, requestId) } : answer;
}
