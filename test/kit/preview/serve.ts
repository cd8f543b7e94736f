/** Serves the page of the preview's tests and a folder of media, with the headers of the studio's hosts. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { fontFamilies, fontFiles } from '#rules/captions/fonts.ts'
import { contentSecurityPolicy, securityHeaders } from '../../../src-main/hosts/page.ts'
import { fontPath } from '../../../src-main/media/plan/caption-fonts.ts'

export interface PreviewServer {
  readonly url: string
  /** Bytes of media that were sent. */
  readonly sent: () => number
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

export async function servePreview(folder: string): Promise<PreviewServer> {
  const files = await buildPage()
  let sent = 0
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    const headers = { ...securityHeaders, 'Content-Security-Policy': contentSecurityPolicy({ own: `'self'` }) }
    const page = files.get(path)
    if (page !== undefined) {
      response.writeHead(200, { ...headers, 'Content-Type': typeOf(path) }).end(page)
      return
    }
    const file = fontAt(path) ?? join(folder, path)
    stat(file).then(({ size }) => {
      const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
      const start = Number(asked?.[1] ?? 0)
      const end = Math.min(size - 1, asked?.[2] ? Number(asked[2]) : size - 1)
      sent += end - start + 1
      response.writeHead(asked ? 206 : 200, {
        ...headers,
        'Accept-Ranges': 'bytes',
        'Content-Length': end - start + 1,
        ...(asked && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
      })
      createReadStream(file, { start, end }).pipe(response)
    }, () => response.writeHead(404, headers).end())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    sent: () => sent,
    close: () => new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
  }
}

function typeOf(path: string): string {
  if (path.endsWith('.wasm'))
    return 'application/wasm'
  return `${path.endsWith('.js') ? 'text/javascript' : 'text/html'}; charset=utf-8`
}

/** As both hosts serve them. */
function fontAt(path: string): string | null {
  const family = fontFamilies.find(each => fontFiles(each).some(file => path === `/fonts/${file}`))
  return family === undefined ? null : fontPath(family, basename(path))
}

async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: { page: join(root, 'test/kit/preview/page.ts') }, output: { entryFileNames: 'page.js' } },
    },
  })
  const files = new Map<string, string | Uint8Array>([['/', '<!doctype html><body><script type="module" src="/page.js"></script>']])
  for (const output of [built].flat()) {
    if (!('output' in output))
      continue
    for (const file of output.output)
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
  }
  return files
}
