/**
 * The process of `startElectron`: the built Electron bundle on the stand-in, which does what its parent asks of it, and serves the window's
 * page to a browser.
 */
import type { PageAct } from './electron-stand-in.ts'
import process from 'node:process'
import { runInThisContext } from 'node:vm'
import { servePage } from './electron-page.ts'
import { loadMain } from './electron-stand-in-loader.ts'

export interface Question { readonly id: number, readonly source: string, readonly values: readonly unknown[] }
export type News
  = | { readonly id: number, readonly value: unknown }
    | { readonly id: number, readonly refusal: string }
    | { readonly act: PageAct }
    | { readonly port: number }

const electron = loadMain()
const tell = (news: News): unknown => process.connected && process.send?.(news)

process.on('message', ({ id, source, values }: Question) => {
  Promise.resolve()
    // The parent sends a function of the tests.
    .then(() => (runInThisContext(`(${source})`) as (...all: unknown[]) => unknown)(electron, ...values))
    .then(value => tell({ id, value }))
    .catch((error: unknown) => tell({ id, refusal: error instanceof Error ? error.stack ?? '' : String(error) }))
})
process.on('disconnect', () => process.exit())
electron.acts.on('act', (act: PageAct) => tell({ act }))
servePage(electron, Number(process.env.STAND_IN_PORT ?? 0)).then(port => tell({ port }))
