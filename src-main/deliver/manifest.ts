/** What is known of everything in a kit: which model made what from which request, whose voice it is, and what it cost. */
import type { Cost } from '#contract/spend.ts'
import type { Take } from '#contract/takes.ts'
import type { Voice } from '#contract/voices.ts'
import type { KitInput } from './kit-input.ts'
import { markOf } from './provenance.ts'

/** The job that makes the kit adds `files` with their sizes and hashes, and `sound`. */
export function manifestOf(
  { deliveryId, name, sequence, takes, lines, voices, costs, madeAt, size, parts }:
  Pick<KitInput, 'deliveryId' | 'name' | 'sequence' | 'takes' | 'lines' | 'voices' | 'costs' | 'madeAt' | 'size' | 'parts'>,
): Record<string, unknown> {
  const costOf = new Map(costs.map(cost => [cost.id, cost]))
  const speakers = new Map(lines.map(line => [line.id, line.speaker]))
  const used = new Set(takes.map(({ voice }) => voice))
  const cloned = voices.filter(voice => used.has(voice.name) || voice.registrations.some(({ registeredAs }) => used.has(registeredAs)))
  return {
    kit: 1,
    deliveryId,
    name,
    madeAt: new Date(madeAt).toISOString(),
    madeWith: 'Takeroom',
    parts,
    film: { name: sequence.name, ...size, rate: `${sequence.rate.numerator}/${sequence.rate.denominator}` },
    note: markOf(takes, name)?.note ?? 'Nothing in it was made by a model.',
    voices: cloned.map(({ name: voice, consent }) => ({ name: voice, isCloned: true, consent })),
    takes: takes.map(take => ({
      ...madeBy(take),
      speaker: (take.lineId && speakers.get(take.lineId)) || null,
      isClonedVoice: isCloned(take, cloned),
      cost: take.jobId === null ? null : written(costOf.get(take.jobId)),
    })),
  }
}

function madeBy({ id, title, kind, modelId, text, voice, request, asset, takenAt, isPractice }: Take): Record<string, unknown> {
  return {
    id,
    title,
    kind,
    isAiGenerated: kind !== 'import',
    isPractice,
    model: modelId,
    prompt: kind === 'import' ? null : text,
    voice,
    seed: request?.fields.seed ?? null,
    /** As they were sent, without keys. */
    parameters: request?.fields ?? null,
    sha256: asset.id,
    takenAt: new Date(takenAt).toISOString(),
  }
}

function isCloned({ voice }: Take, cloned: readonly Voice[]): boolean {
  return voice !== null && cloned.some(each => each.name === voice || each.registrations.some(({ registeredAs }) => registeredAs === voice))
}

/** In the currency, of the whole job: a job may have made several takes. */
function written(cost: Cost | undefined): { currency: string, atLeast: number, atMost: number } | null {
  if (!cost)
    return null
  const [least, most] = cost.micros === null ? [cost.leastMicros, cost.mostMicros] : [cost.micros, cost.micros]
  return { currency: cost.currency, atLeast: least / 1e6, atMost: most / 1e6 }
}
