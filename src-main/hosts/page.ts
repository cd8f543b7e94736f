/** The page's own files and the headers that keep it in; both hosts serve them from here. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface PageFile { readonly headers: Readonly<Record<string, string>>, readonly bytes: Uint8Array<ArrayBuffer> }

/** Every file of the built page by its address. An address that is not in here does not exist: no path is ever put together. */
export type PageFiles = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
}

/** Reads the built page (a few MB) once, so that a build under a running host can't mix two pages. */
export async function readPage(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(entries.filter(entry => entry.isFile()).map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const address = path.slice(folder.length).split(sep).join('/')
    return [address === '/index.html' ? '/' : address, await readPageFile(path, address)] as const
  }))
  return new Map(files)
}

async function readPageFile(path: string, address: string): Promise<PageFile> {
  const bytes = new Uint8Array(await readFile(path))
  // Vite puts what carries a hash in its name there, and nothing else.
  const isHashed = address.startsWith('/assets/')
  return {
    bytes,
    headers: {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  }
}

/**
 * The page may load from `own` and talk to `own` and `wire`; nothing else, and nobody may frame it.
 * 'unsafe-inline' is for styles alone: Naive UI writes its style elements at run time.
 */
export function contentSecurityPolicy({ own, wire }: { readonly own: string, readonly wire?: string }): string {
  return [
    `default-src 'none'`,
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} blob: data:`,
    `media-src ${own} blob:`,
    `font-src ${own}`,
    `connect-src ${own}${wire === undefined ? '' : ` ${wire}`}`,
    `worker-src ${own}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** On every answer of a door, whatever it is. */
export const doorHeaders: Readonly<Record<string, string>> = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
})

/** For answers that are no page: should a browser ever take one for a document, it can do nothing. */
export const inertPolicy = `default-src 'none'; frame-ancestors 'none'; sandbox`
