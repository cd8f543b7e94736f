/** The built page's files and its security headers, served by both hosts. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface PageFile {
  readonly headers: Readonly<Record<string, string>>
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>
}

/** Every file of the built page by address. Only listed addresses exist: no path is built from a request. */
export type PageFiles = ReadonlyMap<string, PageFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Reads the built page (a few MB) once, so that a rebuild under a running host cannot mix two versions. Its fonts are large, and the
 * same in every build: they are read when asked for.
 */
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
  const isFont = address.startsWith('/fonts/')
  const bytes = isFont ? null : new Uint8Array(await readFile(path))
  // Vite puts only files with a hash in their name there.
  const isHashed = address.startsWith('/assets/')
  return {
    read: async () => bytes ?? new Uint8Array(await readFile(path)),
    headers: {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Content-Length': String(bytes?.byteLength ?? (await stat(path)).size),
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : isFont ? 'public, max-age=86400' : 'no-store',
    },
  }
}

/**
 * The page may load from `own` and talk to `own` and `wire`; nothing else, and nobody may frame it.
 * 'unsafe-inline' is for styles alone: Naive UI writes its style elements at run time. 'wasm-unsafe-eval' lets the page's own WebAssembly
 * run, which draws captions; it allows no eval.
 */
export function contentSecurityPolicy({ own, wire }: { readonly own: string, readonly wire?: string }): string {
  return [
    `default-src 'none'`,
    `script-src ${own} 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} blob: data:`,
    `media-src ${own} blob:`,
    `font-src ${own}`,
    `manifest-src ${own}`,
    `connect-src ${own}${wire === undefined ? '' : ` ${wire}`}`,
    `worker-src ${own}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** Headers of every response. */
export const securityHeaders: Readonly<Record<string, string>> = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'microphone=(self), camera=(), display-capture=(), geolocation=(), usb=(), serial=(), hid=(), midi=()',
})

/** For responses that are not the page: if a browser opens one as a document, it can do nothing. */
export const inertPolicy = `default-src 'none'; frame-ancestors 'none'; sandbox`
