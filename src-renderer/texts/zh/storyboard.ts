/** 分镜的文字。 */
import type { storyboard as english } from '../en/storyboard.ts'

function lines(first: number, last: number): string {
  return first === last ? `第 ${first} 句` : `第 ${first} 至 ${last} 句`
}

function both(stillCount: number, shotCount: number): string {
  return [stillCount > 0 ? `${stillCount} 张静帧` : '', shotCount > 0 ? `${shotCount} 个镜头` : ''].filter(words => words !== '').join('和 ')
}

export const storyboard: typeof english = {
  title: '分镜',
  show: '显示分镜',
  hide: '隐藏分镜',
  states: {
    empty: '空',
    planned: '已计划',
    making: '正在生成',
    still: '静帧',
    shot: '镜头',
    failed: '失败',
  },
  stale: '已过时',
  cell: (line, state) => `第 ${line} 句的画面：${state}`,
  covered: (line, first) => `第 ${line} 句的画面：与第 ${first} 句相同`,
  plan: '为这一句计划画面，或把图片拖到这里',
  summary: (stillCount, shotCount, planned) => [
    both(stillCount, shotCount) || '还没有画面',
    ...(planned > 0 ? [`${planned} 个已计划`] : []),
  ].join(' · '),
  make: (stillCount, shotCount) => `制作 ${both(stillCount, shotCount)}`,
  makeHelp: '只制作有提示词、且没有完全相同作品的画面。有了静帧之后才能制作镜头。',
  rest: { 'made': '画面已全部制作', 'under-way': '正在生成', 'none': '暂无可制作的画面' },
  queued: (stillCount, shotCount) => stillCount + shotCount === 0 ? '没有排队任何任务。' : `${both(stillCount, shotCount)}已排队。`,
  refused: (n, why) => n === 1
    ? `1 个画面没有排队，因为模型会拒绝它：${why}`
    : `${n} 个画面没有排队，因为模型会拒绝它们。第一个：${why}`,
  notSaved: '你的提示词没能保存，因此没有发送任何内容。它还在这里：请在工作室恢复后重试。',

  panel: {
    title: (first, last) => `${lines(first, last)}的画面`,
    close: '关闭画面',
    prompt: '提示词',
    promptPlaceholder: '看到什么…',
    motion: '运动提示词',
    motionPlaceholder: '作为镜头时怎么动…',
    makeStill: '制作静帧',
    anotherStill: '再制作一张静帧',
    makeShot: '制作镜头',
    anotherShot: '再制作一个镜头',
    stillFirst: '需要先有静帧',
    staleStill: '请先重新制作静帧：它的提示词、风格、模型或参考图有改动',
    noPrompt: '请先写提示词',
    noMotion: '请先写运动提示词',
    noModel: '没有可用的模型',
    span: '用于',
    spanOf: (first, last) => first === last ? `仅第 ${first} 句` : `第 ${first} 至 ${last} 句`,
    spanned: (first, last) => `这个画面用于${lines(first, last)}。`,
    library: '从素材库选择…',
    libraryTitle: '选择图片或镜头',
    drop: '也可以把图片或镜头拖到这里。',
    takes: '为这个画面制作的作品',
    use: title => `使用“${title}”`,
    inUse: '使用中',
    details: title => `“${title}”的详情`,
    staleHelp: '制作之后，提示词、风格、模型、参考图或静帧有改动。',
    clear: '清除画面',
    cleared: '画面已清除。它的作品留在素材库中。',
    chosen: '画面已更换。',
  },

  look: {
    title: '用于本项目的所有画面',
    style: '风格',
    stylePlaceholder: '附加到每个提示词，例如“水墨画，柔和的色彩”',
    reference: '参考图',
    referenceHelp: '随每个提示词一起发送，让人物和地点保持一致。静帧的尺寸与它相同。',
    referenceUnused: model => `${model} 不接受参考图。`,
    referenceNeeded: model => `${model} 用于编辑图片：请选择参考图。`,
    chooseReference: '选择…',
    removeReference: '移除参考图',
    still: '静帧模型',
    shot: '镜头模型',
    values: '尺寸和其他参数',
  },

  short: {
    label: '镜头短于台词时',
    one: '此镜头短于台词时',
    asAll: choice => `与所有画面相同：${choice}`,
    choices: { hold: '停留在最后一帧', loop: '重复播放', slow: '放慢速度', next: '提前显示下一个画面' },
    does: { hold: '停留在最后一帧', loop: '重复播放', slow: '放慢播放', next: '提前显示下一个画面' },
    told: (seconds, does) => `镜头比台词早 ${seconds} 秒结束：${does}。`,
    help: '在时间线中组装剧本时生效。',
  },

  suggest: {
    open: '建议提示词…',
    again: '查看建议',
    title: '建议提示词',
    help: '聊天模型会阅读剧本，并为勾选的每一句提出提示词。在你看过之前不会制作任何画面。',
    lines: '台词',
    all: '全部勾选',
    none: '全不勾选',
    planned: '已有提示词',
    model: '聊天模型',
    ask: n => `询问 ${n} 句`,
    asking: '正在等待回答…',
    stop: '停止',
    failed: '没有收到回答。',
    unsent: '问题没有发送。',
    partial: '回答不完整。已收到的内容在下面。',
    unreadable: '在这个回答中找不到提示词。它已付费且没有丢失：就在这里，也保留在聊天中。',
    review: '勾选要使用的提示词，并可随意修改。只有按下“制作”才会生成画面。',
    use: n => `使用 ${n} 个提示词`,
    useLine: line => `使用第 ${line} 句的提示词`,
    promptOf: line => `第 ${line} 句的提示词`,
    motionOf: line => `第 ${line} 句的运动提示词`,
    tick: '使用',
    replaces: '会替换已有提示词',
    gone: n => `${n} 个建议对应的台词已不在剧本中。`,
    used: n => `已添加 ${n} 个提示词。`,
    raw: '显示完整回答',
    inChat: '在聊天中打开',
    askAgain: '重新询问',
    discard: '收起',
  },

  keys: {
    toggle: '显示或隐藏分镜',
    open: '这一句的画面',
    make: '制作已计划的静帧和镜头',
    suggest: '建议画面提示词',
  },
}
