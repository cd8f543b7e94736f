/** The code of an error of a file, a socket or a process. */

/** Such as `ENOENT` or `ERR_INVALID_ARG_TYPE`; empty for what has none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
