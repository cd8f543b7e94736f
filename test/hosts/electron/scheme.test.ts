/** The app's own addresses: the page with its headers, media by reference, files of the person; nothing of them for other pages. */
import type { MediaRef } from '#contract/studio.ts'
import type { AssetId } from '#contract/words.ts'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CourseKey, longestCourseKey } from '#contract/ramp.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { mediaUrl, serveScheme } from '../../../src-main/hosts/electron/scheme.ts'
import { session } from '../../kit/electron-stand-in.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'

vi.mock('electron', () => import('../../kit/electron-stand-in.ts'))

const own = 'takeroom://studio'

function open() {
  const studio = createFakeStudio()
  const lines: string[] = []
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  const page = new Map([
    ['/', { headers, read: async () => new TextEncoder().encode('<!doctype html>') }],
    ['/broken', { headers, read: () => Promise.reject(new Error('The disk is gone')) }],
  ])
  const log = createLog({ write: line => void lines.push(line), clock: systemClock })
  const files = serveScheme(session.defaultSession as never, { studio, page, log }) // As much of a session as is asked for.
  onTestFinished(() => files.close())
  const ask = async (address: string, init: RequestInit = {}) => {
    const { status, headers, body } = await session.defaultSession.fetch(address, init)
    return { status, headers, body: body ? await text(body) : null }
  }
  return { studio, lines, ask }
}

it('serves the page, which may load from nowhere else', async () => {
  const { ask } = open()
  const { status, headers, body } = await ask(`${own}/`)
  expect([status, body, headers.get('content-type')]).toEqual([200, '<!doctype html>', 'text/html; charset=utf-8'])
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src 'none'/)
  expect(policy).toContain(`connect-src 'self' ${own};`)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(await ask(`${own}/`, { method: 'HEAD' })).toMatchObject({ status: 200, body: null })
})

it('serves media by their reference with ranges, and nothing by a path', async () => {
  const { ask, studio } = open()
  const ref: MediaRef = { of: 'asset', assetId: 'ab'.repeat(32) as AssetId, variant: 'original' }
  const { url, goodForMs } = mediaUrl(ref)
  expect(goodForMs).toBeGreaterThan(0)
  const part = await ask(url, { headers: { range: 'bytes=2-5' } })
  expect([part.status, part.body, part.headers.get('content-range')]).toEqual([206, '2345', 'bytes 2-5/16'])
  // What a take contains can do nothing, even where it is opened as a document.
  expect(part.headers.get('content-security-policy')).toMatch(/sandbox$/)
  expect(studio.mediaAsked).toEqual([{ ref, range: 'bytes=2-5', method: 'GET' }])
  for (const address of ['/media/..%2F..%2Fledger.db', '/media/', '/media/e30', '/ledger.db', '/index.html'])
    expect((await ask(own + address)).status, address).toBe(404)
  expect(studio.mediaAsked).toHaveLength(1)
})

it('serves the sound along the longest course of speeds that one can have', async () => {
  const { ask, studio } = open()
  const along = CourseKey.parse(`k0${'_1:100l'.repeat(1714)}`)
  expect(along).toHaveLength(longestCourseKey)
  const ref: MediaRef = { of: 'rendition', assetId: 'ab'.repeat(32) as AssetId, speed: 100, along, part: 'sound', madeAt: 1 }
  expect((await ask(mediaUrl(ref).url)).status).toBe(200)
  expect(studio.mediaAsked).toMatchObject([{ ref }])
})

it('takes a file of the person, and only as bytes', async () => {
  const { ask, studio } = open()
  const named = { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent('ä b.wav') }
  expect((await ask(`${own}/import`, { method: 'POST', body: 'sound', headers: named })).status).toBe(200)
  expect((await ask(`${own}/import`, { method: 'POST', headers: named })).status).toBe(200)
  expect(studio.received.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['ä b.wav', 'sound'], ['ä b.wav', '']])
  expect((await ask(`${own}/import`, { method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await ask(`${own}/import`)).status).toBe(405)
  expect(studio.received).toHaveLength(2)
})

it('answers no other page and no other host, and changes nothing by other methods', async () => {
  const { ask, studio } = open()
  const refused = [
    await ask(`${own}/`, { headers: { origin: 'https://example.com' } }),
    await ask('takeroom://studio.example.com/'),
    await ask('takeroom://a@studio/').catch(() => ({ status: 403 })), // `Request` itself refuses names in addresses.
    await ask(`${own}/`, { method: 'DELETE' }),
    await ask(`${own}/`, { method: 'POST', body: 'x' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 405, 405])
  expect(studio.reached).toEqual([])
})

it('an error says only a reference, with which it is in the log', async () => {
  const { ask, lines } = open()
  const { status, body } = await ask(`${own}/broken`)
  expect(status).toBe(500)
  expect(body).not.toContain('disk')
  const [, reference] = /\(ref (\S+)\)/.exec(body ?? '') ?? []
  expect(lines.join('\n')).toMatch(new RegExp(`request-failed.*${reference}.*The disk is gone`))
})
