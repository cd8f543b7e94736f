/** A write into an existing file, and how the file is read to find the position. */

/** Bytes at the end or in the middle of a file, in place of what follows there. */
export interface Patch { readonly at: number, readonly bytes: Uint8Array }
/** Reads `length` bytes at a position of the file; fewer at its end. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>
