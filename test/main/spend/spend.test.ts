/** Costs through the real core with a real service: at the prices when a job was sent, and never more than a hard limit. */
import type { Rates } from '#contract/spend.ts'
import type { AccountId, JobId, LineId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { noRates } from '#rules/spend/estimate.ts'
import { practiceAccountId } from '../../../src-main/accounts/accounts.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const context = { signal: new AbortController().signal, origin: 'page' } as const
const perCharacter: Rates = { ...noRates, thousandCharacters: 10_000_000 }
const ever = { from: 0, until: Number.MAX_SAFE_INTEGER }
const speechModel = 'higgs2p5' as ModelId
const nothing = { days: [], projects: [], accounts: [], models: [] }

async function open(options: Parameters<typeof openTestPractice>[0] = {}) {
  const practice = await openTestPractice(options)
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const price = (
    rates: Partial<Rates>,
    modelId = speechModel,
  ): Promise<object> => studio.handlers.spend.setPrice({ accountId, modelId, rates: { ...noRates, ...rates } }, context)
  const budget = (hardMicros: number | null, projectId: ProjectId | null = null): Promise<object> =>
    studio.handlers.spend.setBudget({
      period: projectId === null ? 'day' : 'all',
      projectId,
      currency: 'USD',
      softMicros: null,
      hardMicros,
    }, context)
  return { practice, studio, accountId, price, budget }
}

function speak(
  studio: OpenStudio,
  accountId: AccountId,
  text: string,
  more: { projectId?: ProjectId, lineId?: LineId } = {},
): Promise<JobId[]> {
  return studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: speechModel,
    fields: { text },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
    ...more,
  })
}

async function sumsOf(studio: OpenStudio) {
  return (await studio.parts.spend.report(ever)).sums
}

describe('what a job cost', () => {
  it('is kept at the prices when it was sent, whatever they become and whatever is deleted', async () => {
    const { studio, accountId, price } = await open()
    await price(perCharacter)
    const project = await studio.parts.projects.create('Film')
    const job = await ended(studio, (await speak(studio, accountId, 'Ten signs.', { projectId: project.id }))[0])
    expect(await studio.parts.spend.result(job.id)).toEqual({
      sums: [{ currency: 'USD', spentMicros: 100_000, isExact: true, possibleMicros: 0, jobCount: 1 }],
      resultCount: 1,
    })
    await price({ thousandCharacters: 1 })
    await studio.handlers.spend.setCurrency({ accountId, currency: 'EUR' }, context)
    await studio.parts.takes.trash(job.takeIds)
    await studio.parts.takes.purge(job.takeIds)
    await studio.parts.ledger.clear([job.id])
    expect((await studio.parts.spend.project(project.id)).sums).toMatchObject([{ currency: 'USD', spentMicros: 100_000 }])
    expect(await sumsOf(studio)).toMatchObject([{ currency: 'USD', spentMicros: 100_000 }])
  })

  it('is nothing when it was refused, and possible when that is unknown', async () => {
    const { practice, studio, accountId, price } = await open()
    await price({ request: 2_000_000 })
    practice.faults.set({ do: 'refuse', status: 400, message: 'No', times: 1 })
    expect(await ended(studio, (await speak(studio, accountId, 'No.'))[0])).toMatchObject({ state: 'failed', charged: 'no' })
    expect(await sumsOf(studio)).toEqual([])
    practice.faults.clear()
    practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    expect(await ended(studio, (await speak(studio, accountId, 'Perhaps.'))[0])).toMatchObject({ state: 'unsure' })
    expect(await sumsOf(studio)).toEqual([{ currency: 'USD', spentMicros: 0, isExact: true, possibleMicros: 2_000_000, jobCount: 1 }])
  })

  it('another time is at the prices of today, also of a job that had none and was cleared', async () => {
    const { practice, studio, accountId, price } = await open()
    practice.faults.set({ do: 'refuse', status: 400, message: 'No', times: 1 })
    const job = await ended(studio, (await speak(studio, accountId, 'Ten signs.'))[0])
    const free = await ended(studio, (await speak(studio, practiceAccountId, 'Free.'))[0])
    const again = () => studio.handlers.spend.again({ jobIds: [job.id, free.id, newId<JobId>()] }, context)
    expect(await again()).toEqual({ amounts: [], unpricedCount: 1 })
    await price(perCharacter)
    await studio.handlers.spend.setCurrency({ accountId, currency: 'EUR' }, context)
    await studio.parts.ledger.clear([job.id])
    expect(await again()).toEqual({ amounts: [{ currency: 'EUR', leastMicros: 100_000, mostMicros: 100_000 }], unpricedCount: 0 })
  })

  it('by the second is for the actual length, to the millisecond', async () => {
    const { studio, accountId, price } = await open()
    await price({ resultSecond: 1_000_000 })
    const job = await ended(studio, (await speak(studio, accountId, 'How long does this take to say?'))[0])
    const take = await studio.parts.takes.get(job.takeIds[0]!)
    const { sums } = await studio.parts.spend.result(job.id)
    expect(sums).toMatchObject([{ spentMicros: Math.round(take.asset.durationSeconds! * 1000) * 1000, isExact: true }])
  })

  it('of a long text is the sum of its parts, for the take, the line and the project', async () => {
    const { studio, accountId, price } = await open()
    const model = 'chatterbox' as ModelId
    await price(perCharacter, model)
    const project = await studio.parts.projects.create('Book')
    const text = Array.from({ length: 60 }, (_, index) => `This is sentence ${index} of a long tale.`).join(' ')
    const [line] = await studio.parts.script.add(project.id, null, [{ speaker: '', text, direction: '' }])
    const jobIds = await studio.parts.make.speech({
      requestId: newId<RequestId>(),
      accountId,
      modelId: model,
      fields: { text },
      projectId: project.id,
      lineId: line!.id,
      voiceId: null,
      isOverSocket: false,
    })
    const whole = await ended(studio, jobIds.at(-1))
    expect(whole).toMatchObject({ kind: 'join', state: 'done' })
    const spoken = jobIds.length - 1
    expect(spoken).toBeGreaterThan(1)
    // The spaces between the parts are not sent.
    const micros = ([...text].length - (spoken - 1)) * 10_000
    const sum = { currency: 'USD', spentMicros: micros, isExact: true, possibleMicros: 0, jobCount: spoken }
    expect(await studio.parts.spend.result(whole.id)).toEqual({ sums: [sum], resultCount: 1 })
    expect(await studio.parts.spend.project(project.id)).toEqual({ sums: [sum], lines: [{ ...sum, lineId: line!.id }] })
  })

  it('of pictures, shots, transcripts and chats is counted in the unit of each price', async () => {
    const { studio, accountId, price } = await open()
    const [image, video, transcribe, chat] = ['eigen-image', 'wan2p2-i2v-14b-turbo', 'whisper_v3_turbo', 'gpt-oss-120b'] as ModelId[]
    await price({ image: 40_000 }, image)
    await price({ request: 100_000, resultSecond: 50_000 }, video)
    await price({ sourceSecond: 1_000 }, transcribe)
    await price({ millionTokensIn: 1_000_000, millionTokensOut: 2_000_000 }, chat)
    const request = { accountId, projectId: null }
    const drawn = await ended(studio, (await studio.parts.make.image({
      ...request,
      requestId: newId<RequestId>(),
      modelId: image!,
      fields: { prompt: 'sea', width: 512, height: 512 },
    }))[0])
    const still = await studio.parts.takes.get(drawn.takeIds[0]!)
    const filmed = await ended(studio, (await studio.parts.make.video({
      ...request,
      requestId: newId<RequestId>(),
      modelId: video!,
      fields: { prompt: 'waves', image: { assetId: still.asset.id } },
    }))[0])
    const shot = await studio.parts.takes.get(filmed.takeIds[0]!)
    const said = await studio.parts.takes.get((await ended(studio, (await speak(studio, accountId, 'Write this down.'))[0])).takeIds[0]!)
    const written = await ended(studio, (await studio.parts.make.transcribe({
      ...request,
      requestId: newId<RequestId>(),
      modelId: transcribe!,
      fields: { file: { assetId: said.asset.id } },
    }))[0])
    const conversation = await studio.parts.conversations.create({ title: '', projectId: null, system: '' })
    const { jobId } = await studio.parts.make.send({
      requestId: newId<RequestId>(),
      accountId,
      modelId: chat!,
      fields: {},
      conversationId: conversation.id,
      parentId: null,
      parts: [{ type: 'text', text: 'Write a scene.' }],
    })
    const answered = await ended(studio, jobId)
    const spent = async (id: JobId) => (await studio.parts.spend.result(id)).sums[0]
    expect(await spent(drawn.id)).toMatchObject({ spentMicros: 40_000, isExact: true })
    expect(await spent(filmed.id)).toMatchObject({
      spentMicros: 100_000 + Math.round(shot.asset.durationSeconds! * 1000) * 50,
      isExact: true,
    })
    expect(await spent(written.id)).toMatchObject({ spentMicros: Math.round(said.asset.durationSeconds! * 1000), isExact: true })
    const usage = (await studio.parts.conversations.pathTo(
      (await studio.parts.conversations.get(conversation.id)).openMessageId!,
    )).at(-1)!.usage!
    expect(await spent(answered.id)).toMatchObject({ spentMicros: usage.promptTokens! + 2 * usage.completionTokens!, isExact: true })
    // The speech had no price: it is in no sum, and is reported separately.
    expect((await studio.parts.spend.report(ever)).unpricedCount).toBe(1)
  })

  it('of a voice upload is only possible, because the service does not report the price of a registration', async () => {
    const { studio, accountId, price } = await open()
    await price({ registration: 300_000, request: 1_000_000 })
    const pcm = Buffer.alloc(24_000 * 2 * 5)
    for (let at = 0; at < pcm.length / 2; at++)
      pcm.writeInt16LE(Math.round(8000 * Math.sin(at / 20)), at * 2)
    const ticket = await studio.receiveFile('me.wav', (async function* () {
      yield wavOfPcm16(pcm, { sampleRate: 24_000, channels: 1 })
    })(), null)
    const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, context)
    const voice = await studio.parts.voices.create({ takeId: take.id, name: 'Ada', consent: 'It is me.' })
    const [jobId] = await studio.parts.make.registerVoice({
      requestId: newId<RequestId>(),
      voiceId: voice.id,
      accountId,
      modelId: speechModel,
    })
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'unknown' })
    expect(await sumsOf(studio)).toEqual([{ currency: 'USD', spentMicros: 0, isExact: true, possibleMicros: 300_000, jobCount: 1 }])
  })

  it('with the practice account is nothing, and no price can be set', async () => {
    const { studio } = await open()
    await expect(studio.handlers.spend.setPrice(
      { accountId: practiceAccountId, modelId: speechModel, rates: perCharacter },
      context,
    )).rejects.toMatchObject({ code: 'not-found' })
    await ended(studio, (await speak(studio, practiceAccountId, 'Free.'))[0])
    expect(await studio.parts.spend.report(ever)).toEqual({ ...nothing, sums: [], unpricedCount: 0, credits: { ...nothing, sum: null } })
  })
})

describe('a hard limit', () => {
  it('keeps twenty simultaneous jobs within it; when it is raised, the held ones continue by themselves', async () => {
    const { practice, studio, accountId, price, budget } = await open()
    await studio.parts.settings.change({ requestsAtOnce: 16 })
    await price(perCharacter)
    await budget(550_000)
    const jobIds = (await Promise.all(Array.from({ length: 20 }, (_, index) => speak(studio, accountId, `Number ${index + 10}.`)))).flat()
    const jobs = await Promise.all(jobIds.map(id => until(studio, id, job => job.state === 'done' || job.blockedBy === 'budget')))
    expect(jobs.filter(job => job.state === 'done')).toHaveLength(5)
    expect(practice.ledger()).toHaveLength(5)
    expect(await sumsOf(studio)).toMatchObject([{ spentMicros: 500_000, jobCount: 5 }])
    const held = jobs.find(job => job.state === 'blocked')!
    expect(held).toMatchObject({ charged: 'no' })
    // The day's budget has room again at midnight.
    expect(new Date(held.wakesAt!).getHours()).toBe(0)
    expect(held.wakesAt!).toBeGreaterThan(Date.now())
    await budget(2_000_000)
    for (const id of jobIds)
      expect(await ended(studio, id)).toMatchObject({ state: 'done' })
    expect(practice.ledger()).toHaveLength(20)
    expect(await sumsOf(studio)).toMatchObject([{ spentMicros: 2_000_000 }])
  })

  it('counts unknown charges, and frees what was refused', async () => {
    const { practice, studio, accountId, price, budget } = await open()
    await studio.parts.settings.change({ requestsAtOnce: 1 })
    await price({ request: 1_000_000 })
    await budget(2_000_000)
    practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    await ended(studio, (await speak(studio, accountId, 'Unsure.'))[0])
    practice.faults.clear()
    practice.faults.set({ do: 'delay', ms: 600 })
    practice.faults.set({ do: 'refuse', status: 400, message: 'No', times: 1 })
    await studio.parts.settings.change({ requestsAtOnce: 2 })
    const [refused] = await speak(studio, accountId, 'Refused.')
    // The first to arrive is refused, so the second must not overtake it.
    await until(studio, refused, job => job.state === 'committed' || job.state === 'failed')
    const [after] = await speak(studio, accountId, 'Then this.')
    expect(await ended(studio, refused)).toMatchObject({ state: 'failed', charged: 'no' })
    expect(await ended(studio, after)).toMatchObject({ state: 'done' })
    const [last] = await speak(studio, accountId, 'No room.')
    expect(await until(studio, last, job => job.blockedBy === 'budget')).toMatchObject({ state: 'blocked' })
    expect(await sumsOf(studio)).toMatchObject([{ spentMicros: 1_000_000, possibleMicros: 1_000_000 }])
  })

  it('of a project holds back only that project, until the user lets a job exceed it, once', async () => {
    const { practice, studio, accountId, price, budget } = await open()
    await price({ request: 1_000_000 })
    const [film, book] = [await studio.parts.projects.create('Film'), await studio.parts.projects.create('Book')]
    await budget(500_000, film.id)
    const [held, other] = (await Promise.all([
      speak(studio, accountId, 'One.', { projectId: film.id }),
      speak(studio, accountId, 'Two.', { projectId: film.id }),
    ])).flat()
    for (const id of [held, other])
      expect(await until(studio, id, job => job.blockedBy === 'budget')).toMatchObject({ wakesAt: null })
    expect(await ended(studio, (await speak(studio, accountId, 'Elsewhere.', { projectId: book.id }))[0])).toMatchObject({ state: 'done' })
    expect(await studio.handlers.spend.letThrough({ jobIds: [held!] }, context)).toEqual({ count: 1 })
    expect(await ended(studio, held)).toMatchObject({ state: 'done' })
    expect((await studio.parts.ledger.row(other!)).state).toBe('blocked')
    expect(practice.ledger()).toHaveLength(2)
  })

  it('survives a restart, and includes earlier spending', async () => {
    const practice = await openTestPractice()
    const folder = await makeFolder()
    const before = await openTestStudio({ folder })
    const { secrets } = before.parts.ports
    const accountId = await connect(before, practice)
    await before.parts.spend.setPrice({ accountId, modelId: speechModel, rates: { ...noRates, request: 1_000_000 } })
    await before.parts.spend.setBudget({ period: 'day', projectId: null, currency: 'USD', softMicros: null, hardMicros: 1_000_000 })
    await ended(before, (await speak(before, accountId, 'One.'))[0])
    const [held] = await speak(before, accountId, 'Two.')
    await until(before, held, job => job.blockedBy === 'budget')
    await before.close()
    const after = await openTestStudio({ folder, ports: { secrets } })
    const [third] = await speak(after, accountId, 'Three.')
    await until(after, third, job => job.blockedBy === 'budget')
    expect((await after.parts.ledger.row(held!)).state).toBe('blocked')
    expect(practice.ledger()).toHaveLength(1)
    await after.handlers.spend.setBudget({ period: 'day', projectId: null, currency: 'USD', softMicros: null, hardMicros: null }, context)
    for (const id of [held, third])
      expect(await ended(after, id)).toMatchObject({ state: 'done' })
  })
})

describe('the spending overview', () => {
  it('includes the cost of waiting work, and updates it when a price changes', async () => {
    const { practice, studio, accountId, price } = await open()
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 60 })
    const [first] = await speak(studio, accountId, 'Busy.')
    await until(studio, first, job => job.state === 'blocked')
    const [waiting] = await speak(studio, accountId, 'Ten signs.')
    const costs = studio.parts.spend.costs(AbortSignal.timeout(hangMs))
    const costOf = async (isIt: (most: number) => boolean) => {
      for await (const { changed } of costs) {
        const found = changed.find(cost => cost.id === waiting && isIt(cost.mostMicros))
        if (found)
          return found
      }
    }
    await price(perCharacter)
    await price({ request: 7 })
    expect(await costOf(most => most === 7)).toMatchObject({ leastMicros: 7, mostMicros: 7, micros: null })
  })

  it('is exported with a row for each job, in which no title is a formula', async () => {
    const { studio, accountId, price } = await open()
    await price(perCharacter)
    const project = await studio.parts.projects.create('Film, "the"')
    await ended(studio, (await speak(studio, accountId, '=SUM(A1), please', { projectId: project.id }))[0])
    const { text, fileName } = await studio.parts.spend.exportFile({ from: Date.now() - 86_400_000, until: Date.now() + 1000 })
    const [head, row, end] = text.split('\r\n')
    expect(head).toBe('time,kind,title,model,account,project,charged,currency,amount,at least,line,job,credits')
    expect(row).toMatch(/^[\d-]{10} [\d:]{8},speech,"'=SUM\(A1\), please",higgs2p5,Test,"Film, ""the""",yes,USD,0\.16,,,[\w-]{36},[\d.]+$/)
    expect(end).toBe('')
    expect(fileName).toMatch(/^spend-[\d-]{10}-to-[\d-]{10}\.csv$/)
  })
})

describe('credits of the service', () => {
  it('are counted per project, model and day without any price; of the practice account, none', async () => {
    const { studio, accountId } = await open()
    const film = await studio.parts.projects.create('Film')
    await ended(studio, (await speak(studio, accountId, 'For the film.', { projectId: film.id }))[0])
    for (const text of ['Alone.', 'Also alone.'])
      await ended(studio, (await speak(studio, accountId, text))[0])
    await ended(studio, (await speak(studio, practiceAccountId, 'Free.'))[0])
    const report = () => studio.parts.spend.report(ever)
    await expect.poll(async () => (await report()).credits.sum?.jobCount).toBe(3)
    const { sums, credits, unpricedCount } = await report()
    expect(sums).toEqual([])
    expect(unpricedCount).toBe(3)
    const { creditsRemaining } = await studio.parts.accounts.get(accountId)
    expect(credits.sum?.credits).toBe(1_000_000 - creditsRemaining!)
    expect(credits.projects.map(row => [row.projectId, row.jobCount]).toSorted()).toEqual([[film.id, 1], [null, 2]].toSorted())
    expect(credits.projects.reduce((sum, row) => sum + row.credits, 0)).toBe(credits.sum?.credits)
    expect(credits.days).toHaveLength(1)
    expect(credits.models).toMatchObject([{ modelId: speechModel, jobCount: 3 }])
    expect(credits.accounts).toMatchObject([{ accountId, jobCount: 3 }])
    const { text } = await studio.parts.spend.exportFile(ever)
    expect(text.split('\r\n').slice(1, -1).map(line => Number(line.split(',').at(-1))).reduce((sum, each) => sum + each))
      .toBe(credits.sum?.credits)
  })

  it('of many requests at once add up to what the balance fell by', async () => {
    const { studio, accountId } = await open()
    await studio.parts.settings.change({ requestsAtOnce: 16, atOnce: { speech: 16 } })
    const jobIds = (await Promise.all(Array.from({ length: 24 }, (_, at) => speak(studio, accountId, `Number ${at}.`)))).flat()
    for (const id of jobIds)
      expect(await ended(studio, id)).toMatchObject({ state: 'done' })
    await expect.poll(async () => (await studio.parts.spend.report(ever)).credits.sum?.jobCount).toBe(24)
    const { creditsRemaining } = await studio.parts.accounts.get(accountId)
    expect((await studio.parts.spend.report(ever)).credits.sum?.credits).toBe(1_000_000 - creditsRemaining!)
  })
})
