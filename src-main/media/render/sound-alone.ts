/**
 * The sound of a delivery that has no picture. Encoding AAC takes several times as long as all the rest and uses one processor, so that a
 * long sound is encoded in pieces side by side. Each piece begins early enough for its encoder to have forgotten its beginning: packets
 * of one piece follow those of another as if one encoder had written them all.
 */
import type { AudioSettings } from '#contract/presets.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Mastering } from '../sound/master.ts'
import type { SoundTools } from '../sound/render-sound.ts'
import type { JoinedSound } from './join-parts.ts'
import { open, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { soundForm } from '#rules/deliver/sound-form.ts'
import { mapConcurrently } from '../../base/concurrency.ts'
import { writeAll } from '../../base/write-all.ts'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { planSamples } from '../plan/render-plan.ts'
import { packetSamples, packetsOf } from '../sound/adts.ts'
import { mixSampleRate } from '../sound/decode.ts'
import { soundArgs } from '../sound/sound-encoders.ts'
import { masteringArgs } from './join-parts.ts'

/** In packets: three minutes, less a little. As long on every machine, so that all write the same file. */
const usualPieceLength = 8250
/**
 * In packets: a second and a half. With it, and with pieces of a multiple of it, times are whole microseconds, which is what ffmpeg counts
 * in.
 */
const runUp = 75
/** What is heard in a packet depends on the next ones. */
const runOut = 5

/** The first one only leads in. */
const packetsFor = (samples: number): number => Math.ceil(samples / packetSamples) + 1

interface Tools extends Pick<SoundTools, 'folder' | 'ffmpeg' | 'signal'> {
  /** The share that is done, of 1. */
  readonly onEncoded: (share: number) => void
  /** In packets, a multiple of 75. Default: 8250. */
  readonly pieceLength?: number | undefined
}

/** Of `mix.wav` in the folder: how it is encoded when the file is written, or where it is encoded. */
export async function encodeSoundAlone(plan: RenderPlan, audio: AudioSettings, mastering: Mastering, tools: Tools): Promise<JoinedSound> {
  const samples = planSamples(plan)
  const { pieceLength = usualPieceLength } = tools
  if (audio.codec === 'aac' && soundForm(audio).sampleRate === mixSampleRate && packetsFor(samples) > pieceLength + runUp)
    return encodeInPieces({ samples, pieceLength }, audio, mastering, tools)
  const mastered = masteringArgs(mastering, samples, plan.sounds.length > 0 ? audio : null)
  return { input: ownInput('mix.wav', 'wav'), output: [...mastered, ...soundArgs(audio)] }
}

interface Piece {
  readonly name: string
  /** In packets of the whole; the run-up is before it. */
  readonly from: number
  readonly count: number
  readonly runUp: number
}

async function encodeInPieces(
  { samples, pieceLength }: { readonly samples: number, readonly pieceLength: number },
  audio: AudioSettings,
  mastering: Mastering,
  tools: Tools,
): Promise<JoinedSound> {
  const { folder, ffmpeg, signal, onEncoded } = tools
  const all = packetsFor(samples)
  const pieces = Array.from({ length: Math.ceil(all / pieceLength) }, (_, at): Piece => {
    const from = at * pieceLength
    return { name: `sound-${at}.aac`, from, count: Math.min(pieceLength, all - from), runUp: at === 0 ? 0 : runUp }
  })
  const done = new Map<Piece, number>()
  const report = (piece: Piece, packets: number): void => {
    done.set(piece, Math.min(piece.count, Math.max(0, packets)))
    onEncoded([...done.values()].reduce((sum, each) => sum + each, 0) / all)
  }
  await mapConcurrently(availableParallelism(), pieces, async (piece) => {
    const { name, from, count } = piece
    signal.throwIfAborted()
    const start = (from - piece.runUp) * packetSamples
    const length = Math.min(samples - start, (piece.runUp + count + runOut) * packetSamples)
    const part = ['-ss', String(start / mixSampleRate), '-t', String(length / mixSampleRate)]
    const output = [...masteringArgs(mastering, length, audio), ...soundArgs(audio), '-f', 'adts', name]
    const onProgress = (seconds: number): void => report(piece, seconds * mixSampleRate / packetSamples - piece.runUp)
    await ffmpeg.run(['-y', ...ownInput('mix.wav', 'wav', { options: part }), ...output], { cwd: folder, signal, onProgress })
    report(piece, count)
  })
  const name = 'sound.aac'
  await joinPieces(pieces, join(folder, name), folder)
  // ADTS has no times. The lead-in is before the beginning, and what the last packet has beyond the end does not count.
  const beyond = (all - 1) * packetSamples - samples
  // They are counted in packets, as each ffmpeg has its own idea of which unit a stream without times has here.
  const times = `ts=(N-1)*DURATION:duration=DURATION*(1-floor(N/${all - 1})*${beyond}/${packetSamples})`
  return { input: ownInput(name, 'aac'), output: ['-c:a', 'copy', '-bsf:a', `aac_adtstoasc,setts=${times}`] }
}

async function joinPieces(pieces: readonly Piece[], path: string, folder: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    let at = 0
    for (const { name, count, runUp: skipped } of pieces) {
      const piece = join(folder, name)
      const { bytes, packets } = packetsOf(await readFile(piece), { skipped, count })
      if (packets !== count)
        throw new Error(`Expected ${count} audio packets, encoded ${packets}`)
      await writeAll(file, bytes, at)
      at += bytes.length
      await rm(piece)
    }
  }
  finally {
    await file.close()
  }
}
