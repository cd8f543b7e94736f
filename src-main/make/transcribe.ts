/** Transcribe: a sound, or the extracted sound of a film, becomes one request for its transcript. */
import type { Asset } from '#contract/takes.ts'
import type { JobId, TakeId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger-port.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Checked, Intention, Queue } from './queue.ts'
import { Fault } from '#contract/faults.ts'
import { hasOtherSounds } from '#rules/sequence/heard.ts'

export interface Transcribe {
  transcribe: (intention: Intention) => Promise<JobId[]>
  /** The jobs, not queued yet. `admitted`: an answer of `Queue.admit` for many of them; `checkOf`: the take that is listened back to. */
  jobsOf: (intention: Intention, how?: { readonly admitted?: Queue['admit'], readonly checkOf?: TakeId }) => Promise<NewJob[]>
}

/** Formats that are sent as they are (service document 2e); of any other file the sound is sent as a WAV. */
const sentUnchanged = new Set(['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/ogg', 'audio/webm'])

export function createTranscribe(queue: Queue, ports: {
  takes: Pick<Takes, 'withAsset'>
  /** @throws Fault no-ffmpeg */
  needFfmpeg: () => Promise<Ffmpeg>
}): Transcribe {
  async function checkExtraction({ model }: Checked, extracts: readonly Asset[]): Promise<void> {
    if (extracts.some(file => file.channels === null)) {
      const field = model.fields.find(({ type }) => type === 'file' || type === 'files')?.name ?? 'file'
      throw new Fault('bad-fields', { issues: [{ field, problem: 'wrong-file-type', limit: 'audio/*', isWarning: false }] })
    }
    if (extracts.length > 0)
      await ports.needFfmpeg()
  }

  async function jobsOf(asked: Intention, { admitted, checkOf }: Parameters<Transcribe['jobsOf']>[1] = {}): Promise<NewJob[]> {
    const checked = await queue.check(asked, ['transcribe'], admitted)
    // What is sent is what is heard.
    const extracts = checked.files.filter(file => !sentUnchanged.has(file.mime) || hasOtherSounds(file))
    await checkExtraction(checked, extracts)
    const [source] = checked.files
    const title = (source && await ports.takes.withAsset(source.id))?.title ?? checked.model.label
    return [await queue.jobOf(checked, {
      title,
      plan: { extracts: extracts.map(file => file.id) },
      take: { title, ...checkOf && { checkOf, sourceTakeIds: [checkOf] } },
    })]
  }

  return { jobsOf, transcribe: async asked => queue.add(await jobsOf(asked)) }
}
