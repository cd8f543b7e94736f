/** Where an ffmpeg may live on this machine, in the order in which the studio asks. */
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface FfmpegPlaces {
  /** `FFMPEG_BIN` in it is a file, or the folder that holds it. */
  readonly env?: NodeJS.ProcessEnv
  /** Electron's `process.resourcesPath` in a packaged program; absent elsewhere. */
  readonly resourcesPath?: string | null
}

/** Paths worth looking at, best first, none of them checked yet. */
export function ffmpegCandidates(places: FfmpegPlaces): string[] {
  const env = places.env ?? process.env
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  const chosen = env.FFMPEG_BIN ? [env.FFMPEG_BIN, join(env.FFMPEG_BIN, name)] : []
  const packaged = places.resourcesPath ? [join(places.resourcesPath, name), join(places.resourcesPath, 'ffmpeg', name)] : []
  const onPath = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean)
  const folders = [...onPath, ...knownFolders(env)].map(folder => join(folder, name))
  return [...new Set([...chosen, ...packaged, ...fromPackage(), ...folders])]
}

function fromPackage(): string[] {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static')
    // A program cannot be started from inside the archive: electron-builder puts it next to the archive.
    return typeof path === 'string' ? [path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')] : []
  }
  catch {
    return [] // The package is optional; without it the next place is asked.
  }
}

/** Programs started from a desktop icon get a short PATH that misses these. */
function knownFolders(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin')
    return ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin']
  if (process.platform !== 'win32')
    return ['/usr/local/bin', '/usr/bin', '/snap/bin', join(homedir(), '.local', 'bin')]
  const programFiles = env.ProgramFiles ?? 'C:\\Program Files'
  return [
    ...(env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, 'Microsoft', 'WinGet', 'Links')] : []),
    join(programFiles, 'ffmpeg', 'bin'),
    'C:\\ffmpeg\\bin',
    join(homedir(), 'scoop', 'shims'),
    join(env.ProgramData ?? 'C:\\ProgramData', 'chocolatey', 'bin'),
  ]
}
