/** What is written into a file that stands, and how it is read to find out where. */

/** Bytes at the end or in the middle of a file, in place of what follows there. */
export interface Patch { readonly at: number, readonly bytes: Uint8Array }
/** Reads so many bytes from a place in the file; fewer at its end. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>
