/** A voice that comes as one file, as others may have made it: a ZIP archive with `voice.json` and a clip. */
import { VoiceFile } from '#contract/voices.ts'
import { fileInZip } from '../../parts/files/zip-file.ts'

const most = { archiveBytes: 64_000_000, manifestBytes: 100_000, clipBytes: 50_000_000 }

export const isVoiceFile = (file: Pick<File, 'name' | 'type'>): boolean => /\.zip$/i.test(file.name) || file.type === 'application/zip'

/** What is noted of the voice, and its clip, whose content is checked when it is imported. Null for anything else. */
export async function readVoiceFile(file: File): Promise<{ readonly manifest: VoiceFile, readonly clip: File } | null> {
  if (file.size > most.archiveBytes)
    return null
  const archive = new Uint8Array(await file.arrayBuffer())
  let folder = ''
  const bytes = await fileInZip(archive, (name) => {
    const found = /^([^/\\]+\/)?voice\.json$/.exec(name)
    folder = found?.[1] ?? ''
    return found !== null
  }, most.manifestBytes)
  const manifest = bytes && parse(bytes)
  const clip = manifest && await fileInZip(archive, name => name === `${folder}${manifest.clip}`, most.clipBytes)
  return manifest && clip && { manifest, clip: new File([clip], manifest.clip) }
}

function parse(bytes: Uint8Array): VoiceFile | null {
  try {
    return VoiceFile.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data ?? null
  }
  catch {
    return null
  }
}
