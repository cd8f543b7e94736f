/** A studio comes back at the same port, where the browser has kept its drafts and places. */
import { createServer } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listenAt, portOfFolder } from '../../../src-main/hosts/web/ports.ts'

it('a folder has one port, however its path is written, that needs no rights and that systems do not lend out', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (name) => {
    const port = portOfFolder(`/home/${name}`)
    expect(portOfFolder(`/home/other/../${name}/`)).toBe(port)
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_000)
  }))
  const ports = new Set(Array.from({ length: 100 }, (_, index) => portOfFolder(`/studios/${index}`)))
  expect(ports.size, 'folders are spread').toBeGreaterThan(95)
})

it('the wished port is taken while it is free, else the next; the last refusal is told', async () => {
  const [first, second, third] = [createServer(), createServer(), createServer()]
  const port = await listenAt(first, [0], '127.0.0.1')
  const other = await listenAt(second, [port, 0], '127.0.0.1')
  expect(other).not.toBe(port)
  await expect(listenAt(third, [port, other], '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await new Promise(resolve => first.close(resolve))
  expect(await listenAt(third, [port, 0], '127.0.0.1')).toBe(port)
  for (const server of [second, third])
    await new Promise(resolve => server.close(resolve))
})
