/** What the sample project says and shows, in the language in which it is opened. */

export interface SampleScene {
  readonly name: string
  /** The voice of each speaker, by the names of the catalogue. */
  readonly voices: Readonly<Record<string, string>>
  readonly lines: readonly { readonly speaker: string, readonly text: string, readonly direction: string }[]
  readonly image: string
  readonly motion: string
}
export type SampleLanguage = 'en' | 'zh'

export const sampleScenes: Readonly<Record<SampleLanguage, SampleScene>> = {
  en: {
    name: 'The lighthouse keeper',
    voices: { Narrator: 'Serena', Keeper: 'Uncle_Fu' },
    lines: [
      { speaker: 'Narrator', text: 'At the edge of the map, one light still burns.', direction: '' },
      { speaker: 'Keeper', text: 'Thirty winters, and she has never gone dark.', direction: '' },
      { speaker: 'Narrator', text: 'Tonight, for the first time, a ship answers.', direction: '' },
    ],
    image: 'A lighthouse on a cliff at dusk, warm orange light over a deep blue sea',
    motion: 'Slow push in towards the light',
  },
  zh: {
    name: '守灯人',
    voices: { 旁白: 'Serena', 守灯人: 'Uncle_Fu' },
    lines: [
      { speaker: '旁白', text: '地图的尽头，还亮着一盏灯。', direction: '' },
      { speaker: '守灯人', text: '三十个冬天，它从没熄过。', direction: '' },
      { speaker: '旁白', text: '今晚，第一次有一艘船回应了它。', direction: '' },
    ],
    image: '黄昏时分悬崖上的灯塔（lighthouse, dusk），温暖的橙色灯光映着深蓝的海',
    motion: '镜头缓缓推向灯光',
  },
}

/** The scene that a script with these speakers began with. */
export function sceneOf(speakers: readonly string[]): SampleScene {
  return Object.values(sampleScenes).find(scene => speakers.some(speaker => Object.hasOwn(scene.voices, speaker))) ?? sampleScenes.en
}
