/** The law of the script: what was made by the very request that a line asks for is used, and never offered for making again. */
import type { Casting, Line } from '#contract/script.ts'
import type { LineId, ModelId, ProjectId, SnapshotId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldsOfLine } from '#rules/script/line-fields.ts'
import { shapeRequest } from '../../../src-main/make/shape-request.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { createSnapshots } from '../../../src-main/snapshots/snapshots.ts'
import { openLibrary } from './open-library.ts'

const hearing = 'qwen3-tts' as ModelId
const deaf = 'chatterbox' as ModelId

const voices: Omit<Casting, 'speaker'>[] = [
  { modelId: hearing, voiceId: null, fields: { voice: 'Serena' } },
  { modelId: hearing, voiceId: null, fields: { voice: 'Ryan', instructions: 'slowly' } },
  { modelId: hearing, voiceId: null, fields: { voice: 'Serena', language: '' } },
  { modelId: deaf, voiceId: null, fields: { exaggeration: 0.5 } },
  { modelId: deaf, voiceId: null, fields: { cfg_weight: 0.5, exaggeration: 0.5, instructions: 'never sent' } },
]

const acts = [
  'words',
  'direct',
  'recast',
  'recast',
  'respeak',
  'move',
  'add',
  'remove',
  'restore',
  'make',
  'make',
  'make',
  'choose',
  'keep',
  'earlier',
  'reopen',
] as const

interface Step {
  readonly act: typeof acts[number]
  readonly which: number
  readonly value: number
}

const steps = fc.array(fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat({ max: 9 }),
  value: fc.nat({ max: 9 }),
}), { minLength: 5, maxLength: 25 })

/** Of two takes, one of which does not fit, one is chosen by hand. It stays, as no earlier version is there to go back to. */
function chosenThenNothingToRestore(value: number): Step[] {
  return [
    { act: 'add', which: 0, value: 0 },
    { act: 'make', which: 0, value: 0 },
    { act: 'recast', which: 0, value: 1 },
    { act: 'make', which: 0, value: 0 },
    { act: 'choose', which: 0, value },
    { act: 'earlier', which: 0, value: 0 },
  ]
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

async function openScript() {
  const library = await openLibrary()
  const models = () => builtInModels
  const open = () => createScript({ ...library, models })
  return { ...library, snapshots: createSnapshots(library), open, script: open() }
}

type Studio = Awaited<ReturnType<typeof openScript>>

/** What would be sent for a line, by the code that sends it; null without a voice or words. */
function bodyOf(line: Line, castings: readonly Casting[]): string | null {
  const casting = castings.find(each => each.speaker === line.speaker)
  const model = builtInModels.find(each => each.id === casting?.modelId)
  if (!casting || !model || line.text.trim() === '')
    return null
  const { parts } = shapeRequest(model, fieldsOfLine({ ...line, text: line.text.trim() }, casting, model))
  return JSON.stringify([casting.voiceId, ...parts.toSorted(([a], [b]) => a < b ? -1 : 1)])
}

class Session {
  readonly made = new Map<TakeId, string>()
  readonly removed: LineId[] = []
  readonly kept: SnapshotId[] = []
  /** How often an earlier version was restored: there may be none to restore. */
  timesBack = 0
  private readonly studio: Studio
  readonly projectId: ProjectId
  private script: Studio['script']

  constructor(studio: Studio, projectId: ProjectId) {
    this.studio = studio
    this.projectId = projectId
    this.script = studio.script
  }

  lines = () => this.script.lines(this.projectId)
  castings = () => this.script.castings(this.projectId)

  private async make(line: Line): Promise<void> {
    const castings = await this.castings()
    const body = bodyOf(line, castings)
    const casting = castings.find(each => each.speaker === line.speaker)
    if (body === null || !casting || line.state === 'made' || line.fittingTakeId !== null)
      return
    expect([...this.made.values()], 'nothing is bought twice').not.toContain(body)
    const take = await this.studio.file({
      lineId: line.id,
      projectId: this.projectId,
      isPractice: false,
      madeFrom: fingerprint({ ...line, ...casting, voiceFields: casting.fields }),
    })
    this.made.set(take.id, body)
    await this.script.noteTakeFiled(line.id, take.id)
  }

  async take({ act, which, value }: Step, words: readonly string[]): Promise<void> {
    const lines = await this.lines()
    const line = pick(lines, which)
    const speakers = ['ANN', 'BOB']
    const [speaker, text] = [pick(speakers, which)!, pick(words, value)!]
    if (act === 'add' || (!line && act !== 'restore'))
      await this.script.add(this.projectId, line?.id ?? null, [{ speaker, text, direction: '' }])
    else if (act === 'words')
      await this.script.edit(line!.id, { ...line!, text })
    else if (act === 'direct')
      await this.script.edit(line!.id, { ...line!, direction: pick(['', 'softly', ' softly'], value)! })
    else if (act === 'respeak')
      await this.script.edit(line!.id, { ...line!, speaker: pick(speakers, value)! })
    else if (act === 'recast')
      await this.script.cast(this.projectId, { speaker, ...pick(voices, value)! })
    else if (act === 'move')
      await this.script.move(line!.id, value)
    else if (act === 'remove')
      await this.remove(line!.id)
    else if (act === 'restore')
      await this.restore()
    else if (act === 'make')
      await this.make(line!)
    else if (act === 'choose')
      await this.chooseAny(line!, value)
    else if (act === 'keep')
      await this.keep()
    else if (act === 'earlier')
      await this.goBack(value)
    else
      await this.reopen()
  }

  private async remove(lineId: LineId): Promise<void> {
    this.removed.push(lineId)
    await this.script.remove(lineId)
  }

  private async reopen(): Promise<void> {
    this.script = this.studio.open()
    await this.script.chooseForgotten()
  }

  private async restore(): Promise<void> {
    const lineId = this.removed.pop()
    if (lineId !== undefined)
      await this.script.restore(lineId)
  }

  private async chooseAny(line: Line, value: number): Promise<void> {
    const take = pick(await this.studio.takes.ofLine(line.id), value)
    if (take)
      await this.script.choose(line.id, take.id)
  }

  private async keep(): Promise<void> {
    this.studio.clock.advance(60_000)
    if (await this.studio.snapshots.take(this.projectId))
      this.kept.push((await this.studio.snapshots.list(this.projectId))[0]!.id)
  }

  private async goBack(value: number): Promise<void> {
    const there = new Set((await this.studio.snapshots.list(this.projectId)).map(each => each.id))
    const version = pick(this.kept.filter(id => there.has(id)), value)
    if (version === undefined)
      return
    await this.studio.snapshots.restore(version, this.projectId)
    await this.script.chooseForgotten(this.projectId)
    this.timesBack += 1
    const shown = new Set((await this.lines()).map(line => line.id))
    this.removed.splice(0, this.removed.length, ...this.removed.filter(id => !shown.has(id)))
  }

  /** Where the person chose a take that does not fit, it stands, but nothing is offered for making. */
  async check(chosenByHand: ReadonlySet<LineId>): Promise<void> {
    const castings = await this.castings()
    const bodies = new Set(this.made.values())
    for (const line of await this.lines()) {
      const body = bodyOf(line, castings)
      if (body === null)
        continue
      const label = `${line.text} ${line.direction} by ${line.speaker}`
      expect(line.fittingTakeId !== null, label).toBe(bodies.has(body))
      if (bodies.has(body) && !chosenByHand.has(line.id))
        expect([line.state, this.made.get(line.chosenTakeId!)], label).toEqual(['made', body])
      if (line.state === 'made')
        expect(this.made.get(line.chosenTakeId!), label).toBe(body)
    }
  }
}

it('a line whose very request was made before, for any line, uses that take and is never offered for making', async () => {
  const studio = await openScript()
  let round = 0
  await fc.assert(fc.asyncProperty(steps, async (all) => {
    round += 1
    const words = [`Yes ${round}.`, `No ${round}.`, ` Yes ${round}. `]
    const session = new Session(studio, (await studio.projects.create(`Round ${round}`)).id)
    const byHand = new Set<LineId>()
    await session.take({ act: 'recast', which: 0, value: 0 }, words)
    await studio.script.cast(session.projectId, { speaker: 'ANN', ...voices[0]! })
    for (const step of all) {
      const before = new Map((await session.lines()).map(line => [line.id, line]))
      const { timesBack } = session
      await session.take(step, words)
      for (const line of await session.lines()) {
        if (step.act === 'choose' && line.chosenTakeId !== before.get(line.id)?.chosenTakeId)
          byHand.add(line.id)
        else if (session.timesBack > timesBack || line.requestKey !== before.get(line.id)?.requestKey)
          byHand.delete(line.id)
      }
      await session.check(byHand)
    }
  }), { numRuns: 15, examples: [[chosenThenNothingToRestore(0)], [chosenThenNothingToRestore(1)]] })
})
