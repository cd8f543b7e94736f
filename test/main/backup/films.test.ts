/**
 * Delivered films are part of a backup on request, and the restored studio finds them; older backups can still be restored.
 *
 * @module-tag wide
 */
import type { Delivery } from '#contract/deliveries.ts'
import type { BackUpOptions } from '../../../src-main/backup/backup.ts'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeBackedUp } from '../../../src-main/backup/archive.ts'
import { backUp, restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { backUpFolder, restoreFile } from '../../../src-main/commands/back-up.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const quiet = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }

/** A studio with films in two folders of the user, two of them with the same name. */
async function studioWithFilms() {
  const studio = await openTestStudio()
  const { parts } = studio
  const project = await parts.projects.create('Harbour')
  const sequence = await storeSequence(parts.sequences, project.id)
  const videos = await makeFolder()
  let number = 0
  async function deliver(folder: string, names: readonly string[]): Promise<Delivery> {
    const id = newId() as Delivery['id']
    const files = names.map((name): Delivery['files'][number] => ({
      role: /\.(?:srt|ass|txt|json)$/.test(name) ? 'captions' : 'video',
      name,
      sizeBytes: `${id} ${name}`.length,
      sha256: '',
    }))
    await mkdir(folder, { recursive: true })
    for (const { name } of files)
      await writeFile(join(folder, name), `${id} ${name}`)
    await parts.deliveries.insert({
      id,
      projectId: project.id,
      sequenceId: sequence.id,
      jobId: newId() as Delivery['jobId'],
      name: 'Film',
      presetId: 'landscape-720',
      width: 640,
      height: 360,
      captionMode: 'sidecar',
      files: [],
      durationSeconds: null,
      loudness: null,
      folder,
      isMissing: false,
      createdAt: ++number,
    })
    return (await parts.deliveries.finish(id, { folder, files, durationSeconds: 1, loudness: null }))!
  }
  const films = [
    await deliver(join(videos, 'Takeroom'), ['Film.mp4', 'Film.srt']),
    await deliver(join(videos, 'older'), ['Film.mp4']),
    await deliver(join(videos, 'Takeroom'), ['Film (2).mp4']),
  ]
  const how = (withFilms: boolean): BackUpOptions => ({
    folder: studio.folder,
    ledger: parts.ledgerDb,
    library: parts.library,
    madeBy: '0',
    withFilms,
    ...quiet,
  })
  return { studio, project, videos, films, deliver, how, path: join(await makeFolder(), 'all.tar') }
}

describe('a backup with films', () => {
  it('restores each film with its bytes under a unique name, on a machine that never had them', async () => {
    const { studio, films, videos, how, path } = await studioWithFilms()
    await studio.handlers.deliveries.trash({ deliveryId: films[2]!.id }, call)
    expect((await backUp(path, how(true))).missing).toEqual([])
    await studio.close()
    await rm(videos, { recursive: true })
    await rm(studio.folder, { recursive: true })

    const into = join(await makeFolder(), 'restored')
    await restore(path, into, quiet)
    const again = await openTestStudio({ folder: into })
    for (const before of films) {
      const now = await again.parts.deliveries.get(before.id)
      expect(now).toMatchObject({ folder: join(into, 'deliveries'), isMissing: false })
      expect(now.files.map(file => [file.role, file.sizeBytes])).toEqual(before.files.map(file => [file.role, file.sizeBytes]))
      for (const [at, file] of now.files.entries())
        expect(await readFile(join(now.folder, file.name), 'utf8')).toBe(`${before.id} ${before.files[at]!.name}`)
    }
    expect((await readdir(join(into, 'deliveries'))).sort()).toEqual(['Film (2) (2).mp4', 'Film (2).mp4', 'Film.mp4', 'Film.srt'].sort())
    // The trashed one still exists.
    const items = [{ kind: 'delivery' as const, id: films[2]!.id }]
    expect(await again.handlers.trash.restore({ items }, call)).toEqual({ count: 1, projects: [] })
  })

  it('has deliveries of every kind, with the captions of every language and the reports next to them', async () => {
    const { studio, deliver, videos, how, path } = await studioWithFilms()
    const kinds = ['mov', 'webm', 'mkv', 'gif', 'webp', 'png', 'jpg', 'wav', 'flac', 'mp3', 'm4a', 'opus', 'm4b']
    const made = await Promise.all(kinds.map(kind => deliver(join(videos, kind), [`Seas.${kind}`])))
    const beside = ['Fog. v2.mp4', 'Fog. v2.en.srt', 'Fog. v2.zh-hans.srt', 'Fog. v2.ass', 'Fog. v2.loudness.txt', 'Fog. v2.chapters.json']
    made.push(await deliver(join(videos, 'beside'), beside))
    expect((await backUp(path, how(true))).missing).toEqual([])
    await studio.close()
    await rm(videos, { recursive: true })
    await rm(studio.folder, { recursive: true })
    const into = join(await makeFolder(), 'restored')
    await restore(path, into, quiet)
    const again = await openTestStudio({ folder: into })
    for (const before of made) {
      const now = await again.parts.deliveries.get(before.id)
      expect([now.isMissing, now.folder]).toEqual([false, join(into, 'deliveries')])
      for (const [at, file] of now.files.entries())
        expect(await readFile(join(now.folder, file.name), 'utf8')).toBe(`${before.id} ${before.files[at]!.name}`)
    }
    expect((await again.parts.deliveries.get(made.at(-1)!.id)).files.map(({ name }) => name)).toEqual(beside)
  })

  it('says beforehand how many there are and how large, and afterwards which were missing', async () => {
    const { studio, films, path, how } = await studioWithFilms()
    await rm(join(films[1]!.folder, 'Film.mp4'))
    const { missing, files } = await backUp(path, how(true))
    expect(missing).toEqual([`deliveries/${films[1]!.id}.mp4`])
    expect(files.filter(file => file.name.startsWith('deliveries/'))).toHaveLength(3)
    const sizeBytes = [films[0]!, films[2]!].flatMap(film => film.files).reduce((sum, file) => sum + file.sizeBytes, 0)
    const events = studio.parts.backups.changes(AbortSignal.timeout(hangMs))
    let wasMade = false
    for await (const { films: counted, last } of events) {
      if (counted && !wasMade) {
        expect(counted).toEqual({ count: 2, sizeBytes })
        await studio.handlers.backups.make({ withFilms: true }, call)
        wasMade = true
      }
      if (last) {
        expect(last).toMatchObject({ did: 'backed-up', takes: 0, films: 2, missing: 0, missingFilms: 1 })
        break
      }
    }
    const into = join(await makeFolder(), 'restored')
    await restore(path, into, quiet)
    const again = await openTestStudio({ folder: into })
    expect(await again.parts.deliveries.get(films[1]!.id)).toMatchObject({ folder: '', isMissing: true, isNotInBackup: true })
  })

  it('neither takes nor gives a file by a name that leads out of its folder', async () => {
    const { studio, films, how, path } = await studioWithFilms()
    const [film] = films
    await rename(join(film!.folder, 'Film.mp4'), join(film!.folder, '..', 'Film.mp4'))
    await studio.parts.library.run(
      sql`UPDATE deliveries SET files = ${JSON.stringify([{ role: 'video', name: '../Film.mp4', sizeBytes: 1, sha256: '' }])} WHERE id = ${film!.id}`,
    )
    expect((await backUp(path, how(true))).files.filter(file => file.name.includes(film!.id))).toEqual([])
    const place = await makeFolder()
    await restore(path, join(place, 'restored'), quiet)
    expect(await readdir(place)).toEqual(['restored'])
    const again = await openTestStudio({ folder: join(place, 'restored') })
    expect(await again.parts.deliveries.get(film!.id)).toMatchObject({ folder: '', files: [{ name: 'Film.mp4' }], isNotInBackup: true })
  })

  it('restores a film that was in its own folder under a plain name', async () => {
    const { studio, films, how, path } = await studioWithFilms()
    const [film] = films
    await mkdir(join(film!.folder, 'sub'))
    await rename(join(film!.folder, 'Film.mp4'), join(film!.folder, 'sub', 'Film.mp4'))
    await studio.parts.library.run(
      sql`UPDATE deliveries SET files = ${JSON.stringify([{ role: 'video', name: 'sub/Film.mp4', sizeBytes: 1, sha256: '' }])} WHERE id = ${film!.id}`,
    )
    await backUp(path, how(true))
    const into = join(await makeFolder(), 'restored')
    await restore(path, into, quiet)
    const now = await (await openTestStudio({ folder: into })).parts.deliveries.get(film!.id)
    expect(now).toMatchObject({ folder: join(into, 'deliveries'), files: [{ name: 'Film.mp4' }], isMissing: false })
    expect(await readFile(join(now.folder, 'Film.mp4'), 'utf8')).toBe(`${film!.id} Film.mp4`)
  })

  it('leaves out a file that a link leads to outside of its folder', async () => {
    const { studio, films, how, path } = await studioWithFilms()
    const film = films[1]
    await rename(join(film!.folder, 'Film.mp4'), join(film!.folder, '..', 'private.mp4'))
    await symlink(join(film!.folder, '..', 'private.mp4'), join(film!.folder, 'Film.mp4'))
    expect((await studio.parts.deliveries.get(film!.id)).isMissing).toBe(true)
    const { missing } = await backUp(path, how(true))
    expect(missing).toEqual([`deliveries/${film!.id}.mp4`])
  })

  it('contains no film whose path leads elsewhere', () => {
    expect(mayBeBackedUp(`deliveries/${newId()}.mp4`)).toBe(true)
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (rest) => {
      if (mayBeBackedUp(`deliveries/${rest}`))
        expect(rest).toMatch(/^[0-9a-f-]{36}(?:\.[\w-]{1,20})?\.[0-9a-z]{1,8}$/)
    }))
    for (const bad of [
      'deliveries/../library.db',
      `deliveries/${newId()}`,
      `deliveries/${newId()}.mp4/x`,
      `deliveries/${newId()}.MP4.`,
      'deliveries/Film.mp4',
    ])
      expect(mayBeBackedUp(bad)).toBe(false)
  })
})

it('a backup without films restores no place of them: they are listed as not in the backup, and nothing reads them', async () => {
  const { studio, project, films, how, path } = await studioWithFilms()
  const { files, missing } = await backUp(path, how(false))
  expect([...files.map(file => file.name), ...missing].filter(name => name.startsWith('deliveries/'))).toEqual([])
  const into = join(await makeFolder(), 'restored')
  await restore(path, into, quiet)
  const again = await openTestStudio({ folder: into })
  for (const film of films) {
    const now = await again.parts.deliveries.get(film.id)
    expect(now).toEqual({ ...film, folder: '', isMissing: true, isNotInBackup: true })
    const ref = { of: 'delivery', deliveryId: film.id, role: 'video' } as const
    expect((await again.openMedia(ref, { method: 'GET', range: null, ifRange: null, ifNoneMatch: null })).status).toBe(404)
    const item = { of: 'delivery', deliveryId: film.id } as const
    await expect(again.parts.saving.prepare({ items: [item], template: '' })).rejects.toMatchObject({ code: 'nothing-to-save' })
    await expect(again.parts.saving.pathOf(item)).rejects.toMatchObject({ code: 'nothing-to-save' })
  }
  // Nor do they become part of its own backups, or of what is said before a deletion.
  const next = join(await makeFolder(), 'next.tar')
  const made = await backUp(next, { ...how(true), folder: into, ledger: again.parts.ledgerDb, library: again.parts.library })
  expect(made.files.filter(file => file.name.startsWith('deliveries/'))).toEqual([])
  await again.parts.projects.trash(project.id)
  expect((await again.parts.trash.weigh([{ kind: 'project', id: project.id }])).films).toEqual([])
  // In the studio that it was made of, everything is as it was.
  for (const film of films)
    expect(await studio.parts.deliveries.get(film.id)).toEqual(film)
})

it('the command line reports which films were included', async () => {
  const { studio, films, path } = await studioWithFilms()
  await rm(join(films[1]!.folder, 'Film.mp4'))
  await studio.close()
  const told: string[] = []
  const how = { print: (line: string) => told.push(line), signal: quiet.signal }
  await backUpFolder(studio.folder, path, { madeBy: '0', withFilms: true, ...how })
  expect(told.join('\n')).toMatch(/0 takes and 2 delivered files backed up to .*\n1 delivered files are missing\./)
  const into = join(await makeFolder(), 'restored')
  await restoreFile(path, { into, beside: studio.folder, ...how })
  expect(told).toContain(`2 delivered files restored to ${join(into, 'deliveries')}.`)
  await backUpFolder(studio.folder, path, { madeBy: '0', withFilms: false, ...how })
  expect(told.find(line => line.startsWith('0 takes backed up'))).toBeDefined()
})
