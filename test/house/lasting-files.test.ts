/**
 * Files that last are made in one place, `base/atomic-file.ts`, which flushes them, their names and their folders. Whatever else of
 * src-main writes, moves or makes something is listed here, with the reason why a power cut may take it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../src-main', import.meta.url))
const owner = 'base/atomic-file.ts'

/** Functions of node:fs that make a name or bytes, without the ending of the ones that block. */
const makers = [
  ...['appendFile', 'copyFile', 'cp', 'createWriteStream', 'link', 'mkdir', 'mkdtemp'],
  ...['open', 'rename', 'symlink', 'truncate', 'writeFile'],
]
/** How a file is opened to be written: with such a flag, or with one that is not told here. */
const opensToWrite = /\bopen(?:Sync)?\((?:[^\n]*'(?:w|a|r\+|wx|ax)\+?'|[^()\n]*(?:\([^()\n]*\))?, [a-z]\w*\))/

interface Exception { readonly because: string, readonly files: Readonly<Record<string, string>> }

const exceptions: readonly Exception[] = [
  {
    because: 'a file in the folder of a job: what becomes a take is flushed by `Assets.adopt`, what goes on to a next step by the engine',
    files: {
      'kinds/answers.ts': 'copyFile writeFile',
      'kinds/join.ts': 'copyFile',
      'kinds/live-sound.ts': 'createWriteStream',
      'kinds/partial.ts': 'copyFile writeFile',
      'kinds/render.ts': 'copyFile writeFile',
      'kinds/transcribe.ts': 'copyFile',
      'credentials/sign-file.ts': 'rename',
      'media/moving/apng-writer.ts': 'open',
      'media/picture/adjust-layers.ts': 'writeFile',
      'media/picture/composite.ts': 'writeFile',
      'media/picture/deep-composite.ts': 'writeFile',
      'media/picture/fitted-composite.ts': 'writeFile',
      'media/picture/grade-files.ts': 'open',
      'media/picture/still.ts': 'rename',
      'media/picture/title-picture.ts': 'mkdir writeFile',
      'media/plan/caption-fonts.ts': 'mkdir writeFile',
      'media/plan/lay-out-plan.ts': 'writeFile',
      'media/probe/complete-cut.ts': 'writeFile',
      'media/recording/recording-to-wav.ts': 'rename',
      'media/render/cover.ts': 'writeFile',
      'media/render/join-parts.ts': 'copyFile writeFile',
      'media/render/render.ts': 'copyFile mkdir mkdtemp rename symlink',
      'media/sound/along-course.ts': 'rename',
      'media/sound/decode.ts': 'rename',
      'media/sound/stretch.ts': 'rename',
      'media/render/sound-alone.ts': 'open',
      'media/wav.ts': 'open',
      'service/decode-part.ts': 'writeFile',
      'service/decode-sounds.ts': 'writeFile',
      'service/decode-speech.ts': 'copyFile writeFile',
      'deliver/prerender.ts': 'mkdir mkdtemp',
      'deliver/predict-loudness.ts': 'mkdir mkdtemp',
      'files/frames.ts': 'mkdtemp',
      'files/voice-clips.ts': 'mkdtemp',
      'library/with-speech-wav.ts': 'mkdtemp',
    },
  },
  {
    because: 'it flushes what it writes itself, as it comes; the name is flushed by `jobs/engine/drive.ts`, or by placing the file',
    files: {
      'backup/archive.ts': 'createWriteStream',
      'credentials/sign-worker.ts': 'open writeFile',
      'files/recording-files.ts': 'open',
      'move/copy-file.ts': 'open',
      'media/mark/mark-file.ts': 'open',
      'media/render/complete-file.ts': 'open',
      'service/repair-wav.ts': 'open',
      'service/redact-secrets.ts': 'open',
      'service/wire/part-file.ts': 'open',
    },
  },
  {
    because: 'a file of a part folder or a part file, which is flushed when it is placed',
    files: {
      'commands/run-plan.ts': 'mkdir mkdtemp writeFile',
      'backup/backup.ts': 'copyFile createWriteStream',
      'backup/films.ts': 'rename',
      'bundle/read-bundle.ts': 'createWriteStream mkdir',
      'files/saved-file.ts': 'copyFile createWriteStream',
      'hosts/web/certificate.ts': 'writeFile',
      'library/make-rendition.ts': 'writeFile',
      'library/rendition-store.ts': 'writeFile',
      'media/render/plan-folder.ts': 'copyFile cp mkdir rename writeFile',
      'media/render/write-frames.ts': 'writeFile',
      'storage/disk-reserve.ts': 'open',
      'storage/recover.ts': 'copyFile open',
    },
  },
  {
    because: 'kept under the hash of its content, which is compared whenever it is used',
    files: {
      'media/render/film-sound.ts': 'writeFile',
      'media/render/segment-cache.ts': 'copyFile link mkdir rename',
    },
  },
  {
    because: 'it is not meant to last: a log, a cache, a mark of this boot of the machine, a socket, a file of this run of the studio',
    files: {
      'base/log.ts': 'appendFile rename',
      'check/inspect-studio.ts': 'copyFile',
      'commands/run-sample.ts': 'mkdtemp',
      'credentials/try-signing.ts': 'mkdtemp writeFile',
      'deliver/edit-lists.ts': 'mkdir rename',
      'files/imports.ts': 'createWriteStream mkdir',
      'hosts/electron/long-lists.ts': 'writeFile',
      'hosts/web/link.ts': 'mkdir',
      'hosts/web/open-browser.ts': 'mkdtemp writeFile',
      'jobs/hold-marker.ts': 'writeFile',
      'media/ffmpeg/ffmpeg-cache.ts': 'mkdir',
      'media/render/render-log.ts': 'appendFile',
      'practice/temporary-folder.ts': 'mkdtemp writeFile',
      'storage/disk-state.ts': 'open',
    },
  },
  {
    because: 'the profile of the window belongs to Chromium, which writes it in its own way',
    files: { 'hosts/electron/refused-lock.ts': 'mkdir writeFile' },
  },
]

/** The makers that a file imports from node:fs, or calls on the whole of it. */
function makersIn(text: string): string[] {
  const named = [...text.matchAll(/^import \{([^}]*)\} from '(?:node:)?fs(?:\/promises)?'/gm)].flatMap(([, names = '']) =>
    names.split(',').map(each => each.trim().split(' as ')[0]!.replace(/Sync$/, '')))
  const isWhole = /^import (?:\* as )?\w+ from '(?:node:)?fs(?:\/promises)?'|\bimport\('(?:node:)?fs|require\('(?:node:)?fs/m.test(text)
  const whole = isWhole ? makers : []
  return [...new Set([...named, ...whole])].filter(name => makers.includes(name) && (name !== 'open' || opensToWrite.test(text))).sort()
}

const listed = new Map(exceptions.flatMap(({ files }) => Object.entries(files)))

describe('files that last', () => {
  const found = new Map(globSync('**/*.ts', { cwd: root }).map(name => name.split(sep).join('/')).flatMap((name) => {
    const used = name === owner ? [] : makersIn(readFileSync(join(root, name), 'utf8'))
    return used.length > 0 ? [[name, used.join(' ')] as const] : []
  }))

  it('are made in one place alone', () => {
    const beside = [...found].filter(([name, used]) => used.split(' ').some(each => !listed.get(name)?.split(' ').includes(each)))
    expect(beside.map(([name, used]) => `${name} uses ${used}: see base/atomic-file.ts`)).toEqual([])
  })

  it('are no longer listed where nothing is made any more', () => {
    expect([...listed].filter(([name, used]) => found.get(name) !== used)).toEqual([])
    expect(exceptions.flatMap(({ files }) => Object.keys(files))).toHaveLength(listed.size)
  })

  it.each([
    ['import { rename } from \'node:fs/promises\'', ['rename']],
    ['import { rename as move, rm } from \'node:fs/promises\'', ['rename']],
    ['import { mkdirSync, existsSync } from \'node:fs\'', ['mkdir']],
    ['import * as fs from \'node:fs\'', makers.filter(name => name !== 'open')],
    ['import { open } from \'node:fs/promises\'\nawait open(path)\nawait open(join(a, b), \'r\')', []],
    ['import { open } from \'node:fs/promises\'\nawait open(path, \'w\')', ['open']],
    ['import { stat, rm } from \'node:fs/promises\'', []],
  ])('are found: %s', (text, used) => expect(makersIn(text)).toEqual(used))
})
