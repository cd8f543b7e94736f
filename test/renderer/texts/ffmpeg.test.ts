/** Where ffmpeg is missing or too old, the words name the version, and a command that can be followed as it is. */
import { expect, it } from 'vitest'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

it.each([['en', en], ['zh', zh]] as const)('in %s', (_, { faults, settings, shell }) => {
  const todo = (command: string): string => faults.words['no-ffmpeg']({ command }).todo
  expect(todo('brew upgrade ffmpeg')).toContain('brew upgrade ffmpeg')
  // It takes away packages that an open studio may still load.
  expect(todo('npm ci')).toMatch(/(?:Close|关闭) Takeroom.*npm ci$/)
  expect(todo('')).not.toContain('undefined')
  expect(settings.studio.ffmpegOld('4.4.2', '/usr/bin/ffmpeg')).toMatch(/(?=.*4\.4\.2)(?=.*\/usr\/bin\/ffmpeg)(?=.*5\.1)(?=.*(?:close|关闭) Takeroom)/)
  expect(shell.status.oldFfmpeg('4.4.2')).toContain('4.4.2')
})
