/**
 * A voice as one file: what a stranger put in it is checked, and refused as a whole.
 *
 * @module-tag wide
 */
import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { zipOf } from '../../../src-main/files/zip.ts'
import { isVoiceFile, readVoiceFile } from '../../../src-renderer/rooms/voices/voice-file.ts'

const manifest = {
  ...{ format: 'takeroom-voice', version: 1, name: 'Ada', consent: 'She agreed in writing.', clip: 'clip.wav' },
  ...{ language: 'English', tags: ['warm'], notes: 'Slow.' },
}

async function archive(files: Record<string, string | Uint8Array>, name = 'Ada.zip'): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const entries = Object.entries(files).map(([entry, content]) => ({ name: entry, bytes: Buffer.from(content) }))
  const zip = zipOf(entries.map(({ name: entry, bytes }) => ({
    ...{ name: entry, sizeBytes: bytes.length, at: 0 },
    async* read() {
      yield bytes
    },
  })))
  for await (const piece of zip)
    pieces.push(new Uint8Array(piece))
  return new File(pieces, name, { type: 'application/zip' })
}
function voice(changed: object, files: Record<string, string> = { 'Ada/clip.wav': 'RIFF' }) {
  return archive({ 'Ada/voice.json': JSON.stringify({ ...manifest, ...changed }), ...files })
}

it('is read with its consent, notes and clip, in a folder or without one', async () => {
  const read = await readVoiceFile(await voice({}))
  expect(read?.manifest).toEqual(manifest)
  expect(await read?.clip.text()).toBe('RIFF')
  const flat = await readVoiceFile(await archive({ 'voice.json': JSON.stringify(manifest), 'clip.wav': 'RIFF' }))
  expect(flat?.clip.name).toBe('clip.wav')
  const bare = { format: 'takeroom-voice', version: 1, name: 'Ada', consent: 'yes', clip: 'clip.wav' }
  expect((await readVoiceFile(await archive({ 'voice.json': JSON.stringify(bare), 'clip.wav': 'RIFF' })))?.manifest).toEqual(bare)
})

it.each([
  ['without consent', { consent: ' ' }],
  ['of another version', { version: 2 }],
  ['with a clip elsewhere', { clip: '../../etc/passwd' }],
  ['with a clip that is not there', { clip: 'other.wav' }],
  ['with tags of another kind', { tags: 'warm' }],
  ['with too many tags', { tags: Array.from({ length: 51 }, (_, place) => `tag ${place}`) }],
  ['with an endless manifest', { notes: 'x'.repeat(200_000) }],
])('%s is refused', async (_, changed) => {
  expect(await readVoiceFile(await voice(changed))).toBeNull()
})

it('of anything else nothing is read', async () => {
  expect(await readVoiceFile(new File(['no archive'], 'Ada.zip'))).toBeNull()
  expect(await readVoiceFile(await archive({ 'a/b/voice.json': JSON.stringify(manifest), 'a/b/clip.wav': 'RIFF' }))).toBeNull()
  expect(await readVoiceFile(await archive({ 'voice.json': '{', 'clip.wav': 'RIFF' }))).toBeNull()
  expect(await readVoiceFile(await archive({ 'voice.json': JSON.stringify(manifest), 'clip.wav': new Uint8Array(50_000_001) }))).toBeNull()
  expect([{ name: 'Ada.ZIP', type: '' }, { name: 'Ada.wav', type: 'audio/wav' }].map(isVoiceFile)).toEqual([true, false])
})
