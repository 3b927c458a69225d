import { z } from 'zod';

/** A part of a call: a position, the name of an argument, or a word such as `receiver`. */
export const part = z.union([z.int(), z.string()]);
