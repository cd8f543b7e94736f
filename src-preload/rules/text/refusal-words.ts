/** Why a request was refused, in the language that the browser prefers. */
import { refusals as en } from './refusals/en.ts'
import { refusals as zh } from './refusals/zh.ts'

export type RefusalCode = keyof typeof en

/** `accepted` is the header Accept-Language; empty for none. `data` is a content type or a reference. */
export function refusalIn(accepted: string, code: RefusalCode, data = ''): string {
  return (/^zh\b/i.test(accepted.trim()) ? zh : en)[code](data)
}
