import type { Request, Response } from 'express';
import { AppError } from '../platform/errors/errors.js';
import { sendError } from './envelope.js';

/** Answers a request with a method that no route of its path has; OPTIONS with the methods. */
export function refuseMethod(request: Request, response: Response, known: readonly string[]): void {
  const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  response.setHeader('allow', allowed);
  if (request.method === 'OPTIONS') {
    response.statusCode = 204;
    response.end();
    return;
  }
  const message = `${request.method} is not allowed on this path. Allowed methods: ${allowed}.`;
  sendError(request, response, new AppError('METHOD_NOT_ALLOWED', message));
}

/** The error of a path that no route has. @param hint which was probably meant, as a sentence behind a space */
export function unknownRoute(hint = ''): AppError {
  return new AppError('NOT_FOUND', `Path not found.${hint} See /docs for all routes.`);
}
