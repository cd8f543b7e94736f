/**
 * Paths are proven: what src-main writes, deletes, moves, copies or opens is made of its own folders and of `inside`, never of a name that
 * a row, a file or the wire gave. Each path is followed back to where it comes from; what else it holds is listed here with the reason.
 */
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createProgram, tracePaths } from './kit/trace-paths.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Exception { readonly holds: readonly string[], readonly because: string }

const exceptions: readonly Exception[] = [
  {
    because: 'the person chooses it on the command line, in a dialog or in the environment, or the system says where it is',
    holds: [
      'Command.file',
      'Command.folder',
      'Command.into',
      'Command.out',
      'DeliverCommand.folder',
      'DeliverWords.plan',
      'DownloadPorts.chooseFile',
      'FileDialogs.chooseFile',
      'FileDialogs.chooseFolder',
      'Folders.cacheFolder',
      'ImportMeta.dirname',
      'Opening.folder',
      'Process.argv',
      'Sent.path',
      'WantedTags.cover',
      'hosts/folders.ts: env.APPDATA',
      'hosts/folders.ts: env.LOCALAPPDATA',
      'hosts/folders.ts: env.XDG_CACHE_HOME',
      'hosts/folders.ts: env.XDG_CONFIG_HOME',
      'hosts/folders.ts: env.XDG_DATA_HOME',
      'hosts/folders.ts: machine.env.TAKEROOM_DELIVERIES',
      'hosts/folders.ts: machine.env.TAKEROOM_FOLDER',
      'hosts/web/certificate.ts: readCertificate(cert)',
      'hosts/web/certificate.ts: readCertificate(key)',
      'hosts/web/peer-user.ts: readText(path)',
      'jobs/hold-marker.ts: process.env.XDG_RUNTIME_DIR',
      'service/wire/trust.ts: env.NODE_EXTRA_CA_CERTS',
      'service/wire/trust.ts: env.SSL_CERT_FILE',
      'service/wire/trust.ts: readOr(path)',
    ],
  },
  {
    because: 'where a delivery was put, or is to be put: a folder of the person\'s own, and every name in it is proven',
    holds: [
      '../src-preload/contract/deliveries.ts: Delivery(folder)',
      'media/plan/render-job.ts: Target(folder)',
    ],
  },
  {
    because: 'the folder for backups that the person chose, in a dialog or as a path where the host has none; every name in it is proven',
    holds: [
      '../src-preload/contract/backup-words.ts: WantedBackupFolder(path)',
      'backup/plan-store.ts: Kept(folder)',
      'backup/scheduled.ts: finishInterrupted(folder)',
    ],
  },
  {
    because: 'the studio folder, the one that it is moved to, which the person chose, and the one that it has left; every name in it is proven',
    holds: [
      '../src-preload/contract/move-words.ts: WantedStudioFolder(path)',
      '../src-preload/contract/moves.ts: MovePlan(to)',
      'FormerCopy.folder',
      'MovePorts.folder',
      'storage/folder-marks.ts: arrival(from)',
      'storage/folder-marks.ts: moved(to)',
      'storage/folder-marks.ts: moving(to)',
    ],
  },
  {
    because: 'found by listing the folder that is searched for missing files, which the person chose: only read, and copied from',
    holds: ['files/searched-files.ts: look(path)'],
  },
  {
    because: 'the media of a plan: before a job reads them, each is looked up among the assets by `pathNow`',
    holds: [
      'media/plan/render-plan.ts: Cover(path)',
      'media/plan/render-plan.ts: RenderSound(path)',
      'media/plan/render-plan.ts: file(path)',
      'media/plan/render-plan.ts: lut(path)',
      'Event.path',
      'media/probe/broken-source.ts: new Set(paths)',
    ],
  },
  {
    because: 'the file of a take, a delivery or a drawn title, which the library gave with a proven path',
    holds: [
      'SavedContent.path',
      'Part.film',
      'Part.from',
      'Takes.find',
      'deliver/broken-takes.ts: createBrokenFinder((take: Take) => string)',
      'deliver/hdr-takes.ts: createHdrFinder((take: Take) => string)',
      'deliver/odd-colours.ts: createOddColoursFinder((take: Take) => string)',
      'media/sound/decode.ts: decodeAllToWav48k(path)',
    ],
  },
  {
    because: 'a file in the folder of a job or a render, which the code that makes it names with a constant or a number',
    holds: [
      'DecodedFile.path',
      'PartOnDisk.path',
      'DecodedStream.path',
      'PredictionPorts.workFolder',
      'JoinTools.folder',
      'MasterJob.mixPath',
      'NamedFile.path',
      'ReceivedAnswer.partPath',
      'SoftCaptions.path',
      'StepResult.made',
      'media/render/plan-folder.ts: new Map([...new Set(files)].map((path, at) => [path, join(work, \'media\', `${Stri',
      'media/sound/decode.ts: decodeAllToWav48k(outPath)',
      'media/words/read-speech-wav.ts: readFile(path)',
      'practice/temporary-folder.ts: withTemporaryFolder(name)',
    ],
  },
  {
    because: 'a folder or file of the cache under the hash of what it was made from',
    holds: [
      'RenditionStore.begin',
      'library/rendition-store.ts: place(partFolder)',
      'library/rendition-store.ts: refill(partPath)',
      'SoundKeys.report',
      'SoundKeys.sound',
      'deliver/prerender.ts: { cache: onlyWhile(async () => await sources.changed() === null, ports.segmentCa',
      'kinds/render.ts: { cache: onlyWhile(async () => await sources.changed() === null, work.segmentCac',
    ],
  },
  {
    because: 'the folder of files on their way in, under a constant name in that of the studio',
    holds: ['BringInPorts.incomingFolder'],
  },
  {
    because: 'found by listing the studio\'s own folders',
    holds: ['check/inspect-studio.ts: findStrays(halves)', 'check/inspect-studio.ts: findStrays(orphans)'],
  },
  {
    because: 'the studio\'s own databases, under constant names',
    holds: [
      'Command.targetPath',
      'databases/recover-ledger.ts: copyReadableRows(path)',
    ],
  },
]
const trusted = new Set(exceptions.flatMap(({ holds }) => holds))

interface Planted { readonly name: string, readonly text: string, readonly holds: readonly string[] }

/** Each opens a file under a name that a stranger could have given. */
const planted: readonly Planted[] = [
  {
    name: 'a name of a row in a folder of ours',
    text: `
      import { rm } from 'node:fs/promises'
      import { join } from 'node:path'
      interface ThingRow { readonly id: string }
      const thing = (ports: { readonly folder: string }, row: ThingRow) => rm(join(ports.folder, row.id), { recursive: true })
      export const run = (row: ThingRow) => thing({ folder: '/studio' }, row)`,
    holds: ['ThingRow.id'],
  },
  {
    name: 'a name that a schema read, through two functions and a template',
    text: `
      import * as fs from 'node:fs'
      import { z } from 'zod'
      const Plan = z.object({ base: z.string() })
      const write = (path: string, text: string): void => fs.writeFileSync(path, text)
      function place(base: string): void { write(\`/studio/\${base}.txt\`, 'text') }
      export function run(text: string): void {
        const { base } = Plan.parse(JSON.parse(text))
        place(base)
      }`,
    holds: ['planted/1.ts: Plan(base)'],
  },
  {
    name: 'both paths of a move, renamed imports and an awaited list',
    text: `
      import { rename as move, readFile } from 'node:fs/promises'
      import { join as at } from 'node:path'
      export async function run(folder: 'films'): Promise<void> {
        const { names } = JSON.parse(await readFile('list.json', 'utf8')) as { names: string[] }
        for (const name of names)
          await move(at(folder, name), at(folder, 'kept'))
      }`,
    holds: ['planted/2.ts: { names }(names)'],
  },
  {
    name: 'a folder that is not ours, however proven the name in it is',
    text: `
      import { createReadStream } from 'node:fs'
      import { inside } from '../base/inside.ts'
      interface PlaceRow { readonly folder: string }
      export const run = (row: PlaceRow) => createReadStream(inside(row.folder, 'film.mp4'))`,
    holds: ['PlaceRow.folder'],
  },
  {
    name: 'a method of an interface, called with what the wire gave',
    text: `
      import { copyFile } from 'node:fs/promises'
      import { join } from 'node:path'
      interface Store { keep: (name: string) => Promise<void> }
      const openStore = (): Store => ({ keep: async name => copyFile('/studio/a', join('/studio', name)) })
      export const handler = async ({ name }: { name: string }) => openStore().keep(name)`,
    holds: ['planted/4.ts: handler(name)'],
  },
]

/** These must not be reported. */
const harmless = `
  import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  import { inside } from '../base/inside.ts'
  export async function run(id: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'takeroom-'))
    for (const name of await readdir(folder))
      await rm(join(folder, name))
    for (const at of [1, 2].keys())
      await writeFile(join(folder, \`part-\${at}.txt\`), 'text')
    await writeFile(inside(folder, id, 'note.txt'), 'text')
  }`

const pathOf = (name: string): string => `${join(root, 'src-main').split(sep).join('/')}/planted/${name}.ts`

describe('paths', () => {
  const used = new Set<string>()
  const isTrusted = (holds: string): boolean => trusted.has(holds) && used.add(holds).size > 0
  const more = new Map([...planted.map(({ text }, at) => [pathOf(String(at)), text] as const), [pathOf('harmless'), harmless]])
  const findings = tracePaths(createProgram(root, more), root, isTrusted)

  it('hold nothing that is not proven or listed', () => {
    const found = findings.filter(({ file }) => !file.startsWith('planted/'))
    expect(found.map(({ file, line, holds }) => `${file}:${line} opens a path that holds ${holds}`)).toEqual([])
  })

  it('are no longer listed when they are proven', () => {
    expect([...trusted].filter(each => !used.has(each))).toEqual([])
  })

  it.each(planted.map((each, at) => ({ ...each, at })))('are found: $name', ({ at, holds }) => {
    expect([...new Set(findings.filter(({ file }) => file === `planted/${at}.ts`).map(each => each.holds))]).toEqual(holds)
  })

  it('of the program\'s own making are not reported', () => {
    expect(findings.filter(({ file }) => file === 'planted/harmless.ts')).toEqual([])
  })
})
