/**
 * Each kind of file is signed and read back by the reference implementation of C2PA; what it shows, plays and says stays the same.
 *
 * @module-tag all
 */
import type { Format } from '#contract/presets.ts'
import type { MediaKit } from '../../kit/media.ts'
import { execFile } from 'node:child_process'
import { copyFile, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carriesCredentials } from '#rules/deliver/credentials.ts'
import { extensionOf, formats } from '#rules/deliver/formats.ts'
import { signFile, SigningError } from '../../../src-main/credentials/sign-file.ts'
import { readSigningFiles } from '../../../src-main/credentials/signing-files.ts'
import { markFile } from '../../../src-main/media/mark/mark-file.ts'
import { markTags } from '../../../src-main/media/mark/xmp.ts'
import { signingPair } from '../../kit/certificates.ts'
import { openMediaKit } from '../../kit/media.ts'
import { readCredentials } from '../../kit/read-credentials.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  await writeFile(kit.file('chapters.txt'), ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=2\ntitle=One\n[CHAPTER]\nTIMEBASE=1/10\nSTART=2\nEND=4\ntitle=Two\n')
  await kit.picture('cover.png', { width: 32, height: 32 })
})
afterAll(() => kit.close())

const run = promisify(execFile)
const { signal } = new AbortController()
const files = readSigningFiles({ ...signingPair(), now: Date.now() })
const mark = {
  sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  note: 'AI-generated content',
  title: 'Ship & shore 船',
}
const claimFor = (format: Format) => ({ title: mark.title, sourceType: mark.sourceType, mime: formats[format].mime, version: '1.2.3' })

const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=5:d=0.4']
const tone = ['-f', 'lavfi', '-i', 'sine=d=0.4']
const chapters = () => ['-i', kit.file('chapters.txt')]
const chaptered = ['-map_chapters', '1', '-map_metadata', '-1']
const cover = () => ['-i', kit.file('cover.png')]
const withCover = ['-map', '0:a', '-map', '2:v', '-c:v', 'png', '-disposition:v:0', 'attached_pic']
const covered = () => [...tone, ...chapters(), ...cover(), ...chaptered, ...withCover]
const inFilm = ['-map', '0:v', '-map', '2:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
const film = () => [...picture, ...chapters(), ...tone, ...chaptered, ...inFilm]
const still = [...picture, '-frames:v', '1', '-update', '1']
const made: Readonly<Partial<Record<Format, () => string[]>>> = {
  mp4: () => [...film(), '-movflags', '+faststart'],
  mov: film,
  m4a: () => [...covered(), '-c:a', 'aac'],
  m4b: () => [...covered(), '-c:a', 'aac', '-f', 'ipod'],
  mp3: () => [...covered(), '-id3v2_version', '3'],
  flac: covered,
  wav: () => [...tone],
  gif: () => [...picture],
  webp: () => still,
  png: () => still,
  jpeg: () => still,
}

/** As a delivery is made: tags while it is joined, the mark when it is. */
async function marked(format: Format): Promise<string> {
  const said = { title: mark.title, artist: 'Ada', ...markTags(mark, format) }
  const tags = Object.entries(said).flatMap(([key, value]) => ['-metadata', `${key}=${value}`])
  const path = await kit.make(`film.${extensionOf(format)}`, [...made[format]?.() ?? [], ...tags])
  await markFile(path, format, mark)
  return path
}

/** Its packets with their times and bytes, tags, chapters and cover; of a picture, whose bytes say the tags as well, what is seen. */
async function contentOf(path: string, format: Format): Promise<unknown> {
  const isPicture = formats[format].mime.startsWith('image/')
  const entries = 'format_tags:stream=codec_name,width,height,duration'
  const packets = ['-show_packets', '-show_data_hash', 'MD5', '-show_entries', `${entries}:packet=stream_index,pts,dts,duration,size,flags,data_hash`]
  const shown = isPicture ? ['-show_entries', entries] : packets
  const [{ stdout }, seen] = await Promise.all([
    run('ffprobe', ['-v', 'error', '-of', 'json', '-show_chapters', ...shown, path]),
    isPicture ? kit.ffmpeg.run(['-i', path, '-map', '0', '-f', 'framemd5', '-']) : null,
  ])
  const said = JSON.parse(stdout) as { packets?: { data_hash: string }[] } // As ffprobe writes it.
  if (!isPicture)
    expect(said.packets?.map(packet => packet.data_hash)).toContainEqual(expect.stringMatching(/^MD5:/))
  return { seen: seen?.stdout.toString(), said }
}

describe('a signed file', () => {
  it.each(Object.keys(made) as Format[])('of %s is valid, says who made what, and has everything it had', async (format) => {
    const path = await marked(format)
    const before = await contentOf(path, format)
    await signFile(path, claimFor(format), files, { signal })
    const { validation_state, validation_status, manifests, active_manifest } = await readCredentials(path, formats[format].mime)
    expect(validation_state).toBe('Valid')
    // An authority of one's own is on no list.
    expect(validation_status?.map(({ code }) => code) ?? []).toEqual(['signingCredential.untrusted'])
    expect(manifests[active_manifest]).toMatchObject({
      title: mark.title,
      claim_generator_info: [expect.objectContaining({ name: 'Takeroom', version: '1.2.3' })],
      signature_info: { issuer: 'Ada Film Ltd', common_name: 'Ada Film' },
      assertions: expect.arrayContaining([
        { label: 'c2pa.actions.v2', data: { actions: [{ action: 'c2pa.created', digitalSourceType: mark.sourceType }] } },
      ]),
    })
    expect(await contentOf(path, format)).toEqual(before)
    if (format !== 'flac')
      await copyFile(path, kit.file(`signed-${format}.${extensionOf(format)}`))
  })

  it('still says its source in its XMP', async () => {
    const signed = (await readdir(kit.folder)).filter(name => name.startsWith('signed-'))
    expect(signed).toHaveLength(Object.keys(made).length - 1)
    // Perl starts once for all of them.
    const { stdout } = await run('exiftool', ['-j', '-XMP-iptcExt:all', ...signed.map(kit.file)])
    const said = JSON.parse(stdout) as { SourceFile: string, DigitalSourceType?: string }[] // As exiftool writes it.
    expect(said.map(({ SourceFile, DigitalSourceType }) => [basename(SourceFile), DigitalSourceType]))
      .toEqual(signed.map(name => [name, mark.sourceType]))
  })

  it('is not valid any more when one byte of it is changed', async () => {
    const path = await marked('wav')
    await signFile(path, claimFor('wav'), files, { signal })
    const file = await open(path, 'r+')
    const at = (await readFile(path)).indexOf('data') + 200
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
    await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, at)
    await file.close()
    const { validation_state, validation_status } = await readCredentials(path, 'audio/wav')
    expect(validation_state).toBe('Invalid')
    expect(validation_status?.map(({ code }) => code)).toContain('assertion.dataHash.mismatch')
  })

  it('has been made by every algorithm that keys can have', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const pairs = [
      generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      generateKeyPairSync('ec', { namedCurve: 'P-521' }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ed25519'),
    ]
    for (const keys of pairs) {
      const path = await kit.make('still.png', still)
      await signFile(path, claimFor('png'), readSigningFiles({ ...signingPair({ keys }), now: Date.now() }), { signal })
      expect((await readCredentials(path, 'image/png')).validation_state).toBe('Valid')
    }
  })
})

describe('what cannot be signed stays as it is, with nothing next to it', () => {
  async function stays(act: (path: string) => Promise<unknown>): Promise<void> {
    const path = kit.file('kept.mp4')
    await copyFile(await marked('mp4'), path)
    const before = await readFile(path)
    await act(path)
    expect((await readFile(path)).equals(before)).toBe(true)
    expect((await readdir(kit.folder)).filter(name => name.startsWith(basename(path)))).toEqual([basename(path)])
  }

  it('a file that is too large', () => stays(async (path) => {
    const { size } = await stat(path)
    const signing = signFile(path, claimFor('mp4'), files, { signal, mostBytes: size - 1 })
    await expect(signing).rejects.toMatchObject({ name: 'SigningError', because: 'too-large', message: expect.stringContaining('MB') })
  }))

  it('a file of another kind', () => stays(async (path) => {
    await expect(signFile(path, claimFor('png'), files, { signal })).rejects.toBeInstanceOf(SigningError)
  }))

  it('where it is stopped in the meantime', () => stays(async (path) => {
    const stop = new AbortController()
    const signing = signFile(path, claimFor('mp4'), files, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 5)
    await expect(signing).rejects.toThrow('enough')
  }))

  it('where the key does not belong to the certificate, which the file that was read back shows', () => stays(async (path) => {
    const other = readSigningFiles({ ...signingPair(), now: Date.now() })
    await expect(signFile(path, claimFor('mp4'), { ...files, key: other.key }, { signal })).rejects.toThrow(/invalid.*signature/i)
  }))
})

it('a file that says nothing has no Content Credentials', async () => {
  await expect(readCredentials(await marked('png'), 'image/png')).rejects.toThrow()
})

it('every kind that is said to carry them is one of those that were signed here', () => {
  expect((Object.keys(formats) as Format[]).filter(format => carriesCredentials({ format })).sort()).toEqual(Object.keys(made).sort())
})
