import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Estimates how many attempts guess a password. Its lists are large: import it dynamically. */
export const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
