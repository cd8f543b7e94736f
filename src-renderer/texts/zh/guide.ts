/** Words of the next step of a project, and of the templates of new ones, in Chinese. */
import type { guide as shape } from '../en/guide.ts'

export const guide = {
  title: '下一步',
  notNow: '暂时不用',
  never: '不再显示',
  off: place => `已关闭下一步提示，可在“${place}”中重新打开。`,
  setting: { label: '显示下一步提示', detail: '在项目中每次提示一步，直到第一次交付。' },
  steps: {
    write: '写下第一句台词，或者粘贴、打开一份剧本。',
    cast: (speaker, others) => speaker === ''
      ? '没有角色的台词还未选角，试听后选一个音色吧。'
      : others === 0
        ? `“${speaker}”还没有音色，试听后选一个吧。`
        : `“${speaker}”等 ${others + 1} 个角色还没有音色，试听后选一个吧。`,
    make: n => `音色都选好了，可以生成 ${n} 句台词。`,
    draw: n => `可以生成分镜的 ${n} 张图片。`,
    wait: (lines, images) => `正在生成：${[...lines > 0 ? [`${lines} 句台词`] : [], ...images > 0 ? [`${images} 张图片`] : []].join('，')}。`,
    decide: '有台词可能已经扣费，请到队列中决定如何处理。',
    look: '在时间线中组装序列，播放看看。',
    deliver: '选择预设，渲染成品。',
    own: '剧本、音色、时间线、交付，流程就是这些。现在建一个自己的项目吧。',
  },
  acts: {
    write: '粘贴剧本…',
    cast: others => others === 0 ? '选择音色…' : '逐个选择音色…',
    make: '生成',
    queue: '打开队列',
    look: '打开时间线',
    render: '渲染',
    script: '打开剧本',
    deliver: '打开交付',
    own: '新建项目…',
  },
  templates: {
    label: '从模板开始',
    language: '示例的语言',
    languages: { en: 'English', zh: '中文' },
    preview: '示例剧本',
    emptyHelp: '还没有台词：可以直接写，也可以粘贴或打开剧本文件。',
    free: '示例可以随意修改或替换。不会选定音色，也不会生成任何内容。',
    holds: (lines, speakers, pictures) =>
      `${lines} 句台词，${speakers} 个角色${pictures > 0 ? `，${pictures} 张图片的分镜` : ''}`,
    names: { empty: '空项目', podcast: '播客', audiobook: '有声书章节', explainer: '讲解视频', trailer: '预告片', dialogue: '对白' },
    about: {
      empty: '空白剧本',
      podcast: '主持人和嘉宾，交付 MP3，−16 LUFS',
      audiobook: '一章旁白朗读，交付带章节的 M4B',
      explainer: '一个人讲解，配图片，交付 16:9 视频',
      trailer: '人声和镜头，交付 16:9 视频',
      dialogue: '两个人的一场戏，带音效，交付 MP3',
    },
  },
} satisfies typeof shape
