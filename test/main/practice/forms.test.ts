/** The form of a request: which kind of work is sent as JSON and which as a form, and that JSON keeps its types. */
import { expect, it } from 'vitest'
import { askPractice, bytesOf, chatPath, clip, detailOf, generate, still } from './asking.ts'

const upload = '/api/v1/generate/upload'
const url = 'https://example.org/a.png'

it.each([
  ['speech', { model: 'higgs2p5', text: 'Hi.' }],
  ['video', { model: 'wan2p2-i2v-14b-turbo', prompt: 'zoom', image_url: url }],
  ['transcription', { model: 'whisper_v3_turbo', file: 'sound' }],
])('%s is refused as JSON', async (_kind, body) => {
  const { json, practice } = await askPractice()
  const response = await json(generate, body)
  expect([response.status, await detailOf(response)]).toEqual([415, expect.stringContaining('Send multipart/form-data')])
  expect(practice.ledger()).toEqual([])
})

it('an upload is refused as JSON, and text-to-image and chat as a form', async () => {
  const { json, form, practice } = await askPractice()
  expect((await json(upload, { model: 'higgs2p5', voice_reference_file: 'sound' })).status).toBe(415)
  for (const [path, fields] of [[generate, { model: 'eigen-image', prompt: 'a hill' }], [chatPath, { model: 'gpt-oss-120b' }]] as const) {
    const response = await form(path, fields)
    expect([response.status, await detailOf(response)]).toEqual([415, expect.stringContaining('Send application/json')])
  }
  expect(practice.ledger()).toEqual([])
})

it('each is accepted in its own form; an edit without an upload in both', async () => {
  const { json, form } = await askPractice()
  const inline = `data:image/png;base64,${Buffer.from(await (await still()).arrayBuffer()).toString('base64')}`
  const answers = [
    await form(generate, { model: 'higgs2p5', text: 'Hi.' }),
    await form(generate, { model: 'wan2p2-i2v-14b-turbo', prompt: 'zoom', frame_num: 2, image_url: inline }),
    await form(upload, { model: 'higgs2p5', voice_reference_file: clip() }),
    await json(generate, { model: 'eigen-image', prompt: 'a hill', width: 512, height: 512 }),
    await json(generate, { model: 'flux-1-kontext', prompt: 'warm', image_url: inline }),
    await form(generate, { model: 'flux-1-kontext', prompt: 'warm', image_url: inline }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  await Promise.all(answers.map(bytesOf))
})

it.each([
  ['width', '512'],
  ['guidance_scale', '1.5'],
  ['real_time', 'true'],
  ['real_time', '0'],
  ['seed', '7'],
  ['seed', 'null'],
  ['seed', ''],
])('%s = %j is refused in JSON, where it is text', async (name, value) => {
  const { json, practice } = await askPractice()
  const response = await json(generate, { model: 'eigen-image', prompt: 'a hill', [name]: value })
  expect([response.status, await detailOf(response)]).toEqual([400, expect.stringContaining(`${name}: Input should be a valid`)])
  expect(practice.ledger()).toEqual([])
})

it('in a form everything is text, and text in the JSON of a field is not a number', async () => {
  const { form, practice } = await askPractice()
  const fields = { model: 'chatterbox', text: 'Hi.', stream: 'false', temperature: '0.5', seed: 'null' }
  expect((await form(generate, fields)).status).toBe(200)
  expect(practice.ledger()[0]?.values).toMatchObject({ stream: false, temperature: 0.5 })
  const inner = await form(generate, { model: 'higgs2p5', text: 'Hi.', voice_settings: '{"speed":"1.5"}' })
  expect([inner.status, await detailOf(inner)]).toEqual([400, 'voice_settings.speed: Input should be a valid number'])
})
