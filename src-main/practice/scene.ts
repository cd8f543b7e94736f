/** The chat answers of the practice service: a scripted scene about the prompt, in the format that the script importer reads. */
import type { Random } from './seed.ts'
import { glanceAt } from './request/glance.ts'
import { createRandom } from './seed.ts'

export interface SpokenLine {
  readonly speaker: string
  readonly text: string
}

interface Language {
  readonly disclaimer: SpokenLine
  readonly casts: readonly [readonly [string, string], ...(readonly [string, string])[]]
  /** Spoken by the two in turn; `{topic}` is replaced by the topic of the prompt. */
  readonly beats: readonly string[]
  readonly picturePrompts: readonly string[]
  /** How pictures of a storyboard move, and what they show. */
  readonly motions: readonly string[]
  readonly topic: string
}

const english: Language = {
  disclaimer: { speaker: 'NARRATOR', text: 'This draft comes from the practice service. No model wrote it, and it cost nothing.' },
  casts: [['MARA', 'THEO'], ['IRIS', 'JONAH'], ['NELL', 'OSKAR'], ['ADA', 'FINN']],
  beats: [
    'So this is about {topic}. Where do we begin?',
    'With the quiet part. Nobody trusts a story that starts at the top of its voice.',
    'Then give me one thing I can see.',
    'A lamp, left on all night in an empty room.',
    'And who left it on?',
    'Someone who meant to come back in five minutes.',
    'You make it sound as if {topic} were a place.',
    'It is, for as long as we are talking.',
    'What changes, then? Something has to change.',
    'The light goes out. And for the first time we hear the sea.',
    'I would have said the rain.',
    'That is why there are two of us.',
  ],
  picturePrompts: [
    'Wide shot: {topic}, first light, long shadows, blue hills in the distance',
    'Close on a lamp in an empty room, warm light, {topic} out of focus behind the window',
    'The sea at sunset, a single boat, calm water, orange sky',
    'Night over the city, lit windows, a thin moon',
  ],
  motions: [
    'Slow push in',
    'The light flickers, the camera stays',
    'Waves roll, slow pan to the right',
    'Clouds drift, the camera tilts up',
  ],
  topic: 'the coast',
}

const chinese: Language = {
  disclaimer: { speaker: '旁白', text: '这份草稿出自练习服务，没有模型参与，也不产生费用。' },
  casts: [['小林', '阿梅'], ['老周', '小满']],
  beats: [
    '这么说，讲的是{topic}。从哪儿开始？',
    '从安静的地方开始。一开口就大声的故事，没人相信。',
    '那给我一样看得见的东西。',
    '一盏灯，在空房间里亮了一夜。',
    '谁忘了关？',
    '一个本想五分钟就回来的人。',
    '总得有点变化吧？',
    '灯灭了。我们第一次听见海的声音。',
  ],
  picturePrompts: ['远景：{topic}，清晨，长长的影子，蓝色的山', '空房间里的一盏灯，暖光，窗外是{topic}', '日落时的海面，一只小船，橙色的天空'],
  motions: ['镜头缓缓推近', '灯光闪烁，镜头不动', '海浪起伏，镜头向右摇'],
  topic: '海岸',
}

/** As many lines as the prompt asks for ("six lines", "8 lines", "八句"), default eight, after a disclaimer. */
export function writeScene(whole: string, seed: string): readonly SpokenLine[] {
  const prompt = glanceAt(whole)
  const random = createRandom(seed)
  const language = languageOf(prompt)
  const [first, second] = castOf(prompt, language, random)
  const topic = topicOf(prompt)
  const count = askedCount(prompt)
  const lines = Array.from({ length: count }, (_, i): SpokenLine => ({
    speaker: i % 2 === 0 ? first : second,
    text: (language.beats[i % language.beats.length] ?? '').replace('{topic}', topic),
  }))
  return [language.disclaimer, ...lines]
}

export function asScript(lines: readonly SpokenLine[]): string {
  return lines.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n\n')
}

/** For prompts that ask for images instead: prompts for the image workbench. */
export function writePicturePrompts(whole: string): string {
  const prompt = glanceAt(whole)
  const language = languageOf(prompt)
  const lines = language.picturePrompts.map((line, i) => `${i + 1}. ${line.replace('{topic}', topicOf(prompt))}`)
  return [language.disclaimer.text, '', ...lines].join('\n')
}

/** For prompts that list lines of a script to illustrate: a prompt and a motion for each, as JSON. Null for others. */
export function writeStoryboard(whole: string): string | null {
  const lines = /^Lines to illustrate: ([\d, ]{1,40000})$/m.exec(whole)?.[1]?.match(/\d+/g)
  if (!lines)
    return null
  const language = languageOf(whole.slice(whole.lastIndexOf('\n\n')))
  const pictures = lines.map((line, i) => ({
    line: Number(line),
    prompt: (language.picturePrompts[i % language.picturePrompts.length] ?? '').replace('{topic}', language.topic),
    motion: language.motions[i % language.motions.length] ?? '',
  }))
  return `\`\`\`json\n${JSON.stringify(pictures, null, 2)}\n\`\`\``
}

export function wantsPictures(prompt: string): boolean {
  return /(?:image|picture|photo|visual) (?:prompt|idea)s?|storyboard|shot list|分镜|画面/i.test(prompt)
}

function languageOf(prompt: string): Language {
  return /\p{Script=Han}/u.test(prompt) ? chinese : english
}

/** "between Ana and Bo", or the first two names in capitals, or one of the built-in casts. */
function castOf(prompt: string, language: Language, random: Random): readonly [string, string] {
  const pair = /\b(?:between|with|for) ([A-Z]\w+)(?: \([^)]*\))?,? and ([A-Z]\w+)/.exec(prompt)
  const [first, second] = pair ? [pair[1], pair[2]] : prompt.match(/\b[A-Z]{3,}\b/g) ?? []
  return first && second && first !== second ? [first.toUpperCase(), second.toUpperCase()] : random.pick(language.casts)
}

function topicOf(prompt: string): string {
  const about = /\babout (.+?)(?:[.,;!?\n]|$)/i.exec(prompt)?.[1] ?? /关于(.+?)(?:[的，。！？\n]|$)/.exec(prompt)?.[1]
  const whole = about ?? prompt.split('\n').find(line => line.trim() !== '') ?? 'nothing yet'
  return whole.trim().replace(/[.!?。！？]+$/, '').slice(0, 80)
}

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const chineseNumbers = '零一二三四五六七八九十'

function askedCount(prompt: string): number {
  const said = /(\d+|[a-z]+)[ -]lines?\b/i.exec(prompt)?.[1] ?? /(\d+|[一二三四五六七八九十])[句行]/.exec(prompt)?.[1] ?? ''
  const word = numberWords.indexOf(said.toLowerCase())
  const count = Number(said) || (word > 0 ? word : said === '' ? 0 : chineseNumbers.indexOf(said))
  return count > 0 ? Math.min(60, count) : 8
}
