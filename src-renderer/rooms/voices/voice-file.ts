/** A voice that comes as one file, as others may have made it: a ZIP archive with `voice.json` and a clip. */
import { VoiceFile } from '#contract/voices.ts'
import { withZip } from '../../parts/files/unzip.ts'

const most = { archiveBytes: 64_000_000, unpackedBytes: 50_000_000 }

export const isVoiceFile = (file: Pick<File, 'name' | 'type'>): boolean => /\.zip$/i.test(file.name) || file.type === 'application/zip'

/** What is noted of the voice, and its clip, whose content is checked when it is imported. Null for anything else. */
export async function readVoiceFile(file: File): Promise<{ readonly manifest: VoiceFile, readonly clip: File } | null> {
  if (file.size > most.archiveBytes)
    return null
  try {
    return await withZip(new Uint8Array(await file.arrayBuffer()), most.unpackedBytes, async (zip) => {
      const name = [...zip.names()].find(each => /^(?:[^/\\]+\/)?voice\.json$/.test(each))
      const bytes = name === undefined ? null : await zip.bytesOf(name)
      const manifest = bytes && parse(bytes)
      const clip = name !== undefined && manifest && await zip.bytesOf(name.replace(/voice\.json$/, () => manifest.clip))
      return manifest && clip ? { manifest, clip: new File([clip], manifest.clip) } : null
    })
  }
  catch {
    // An archive that cannot be read, whatever the reason, holds no voice.
    return null
  }
}

function parse(bytes: Uint8Array): VoiceFile | null {
  try {
    return VoiceFile.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data ?? null
  }
  catch {
    return null
  }
}
