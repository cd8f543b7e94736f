/** 分镜的文字。 */
import type { storyboard as english } from '../en/storyboard.ts'

function lines(first: number, last: number): string {
  return first === last ? `第 ${first} 句` : `第 ${first} 至 ${last} 句`
}

function both(stillCount: number, shotCount: number): string {
  return [stillCount > 0 ? `${stillCount} 张图片` : '', shotCount > 0 ? `${shotCount} 个镜头` : ''].filter(words => words !== '').join('和 ')
}

export const storyboard: typeof english = {
  title: '分镜',
  show: '显示分镜',
  hide: '隐藏分镜',
  states: {
    empty: '空',
    planned: '已计划',
    making: '正在生成',
    still: '图片',
    shot: '镜头',
    failed: '失败',
  },
  stale: '需更新',
  cell: (line, state) => `第 ${line} 句的画面：${state}`,
  covered: (line, first) => `第 ${line} 句的画面：与第 ${first} 句相同`,
  plan: '为这一句添加画面，或把图片拖到这里',
  summary: (stillCount, shotCount, planned) => [
    both(stillCount, shotCount) || '还没有画面',
    ...(planned > 0 ? [`${planned} 个已计划`] : []),
  ].join(' · '),
  make: (stillCount, shotCount) => `生成 ${both(stillCount, shotCount)}`,
  makeHelp: '只生成新的和需更新的画面。镜头需要先有图片。',
  rest: { 'made': '画面已全部生成', 'under-way': '正在生成', 'none': '暂无可生成的画面' },
  queued: (stillCount, shotCount) => stillCount + shotCount === 0 ? '没有加入新任务。' : `${both(stillCount, shotCount)}已加入队列。`,
  refused: (n, why) => n === 1
    ? `1 个画面未加入队列，因为模型会拒绝它：${why}`
    : `${n} 个画面未加入队列，因为模型会拒绝它们。第一个：${why}`,
  notSaved: '你的提示词没能保存，因此没有发送任何内容。它还在这里，连接恢复后请重试。',

  panel: {
    title: (first, last) => `${lines(first, last)}的画面`,
    close: '关闭画面',
    prompt: '提示词',
    promptPlaceholder: '描述画面…',
    motion: '运动提示词',
    motionPlaceholder: '描述运动…',
    makeStill: '生成图片',
    anotherStill: '再生成一张图片',
    makeShot: '生成镜头',
    anotherShot: '再生成一个镜头',
    stillFirst: '需要先有图片',
    staleStill: '请先重新生成图片：它的提示词、风格、模型或参考图有改动',
    noPrompt: '请先写提示词',
    noMotion: '请先写运动提示词',
    noModel: '没有可用的模型',
    span: '用于',
    spanOf: (first, last) => first === last ? `仅第 ${first} 句` : `第 ${first} 至 ${last} 句`,
    spanned: (first, last) => `这个画面用于${lines(first, last)}。`,
    library: '从素材库选择…',
    libraryTitle: '选择图片或镜头',
    drop: '也可以把图片或镜头拖到这里。',
    takes: '此画面的版本',
    use: title => `使用“${title}”`,
    inUse: '使用中',
    details: title => `“${title}”的详情`,
    staleHelp: '生成之后，提示词、风格、模型、参考图或图片有改动。',
    clear: '清除画面',
    cleared: '画面已清除。它的素材仍在素材库中。',
    chosen: '画面已更换。',
  },

  look: {
    title: '整个项目的画面风格',
    style: '风格',
    stylePlaceholder: '附加到每个提示词，例如“水墨画，柔和的色彩”',
    reference: '参考图',
    referenceHelp: '随每个提示词一起发送，让人物和地点保持一致。图片的尺寸与它相同。',
    referenceUnused: model => `${model} 不支持参考图。`,
    referenceNeeded: model => `${model} 需要参考图。`,
    chooseReference: '选择…',
    removeReference: '移除参考图',
    still: '图片模型',
    shot: '镜头模型',
    values: '尺寸和其他参数',
  },

  short: {
    label: '镜头短于台词时',
    one: '此镜头短于台词时',
    asAll: choice => `项目默认：${choice}`,
    choices: { hold: '定格末帧', loop: '循环', slow: '放慢', next: '提前显示下一个画面' },
    does: { hold: '定格末帧', loop: '循环播放', slow: '放慢播放', next: '提前显示下一个画面' },
    told: (seconds, does) => `镜头比台词早 ${seconds} 秒结束：${does}。`,
    help: '在时间线中组装剧本时生效。',
  },

  suggest: {
    open: '建议提示词…',
    again: '查看建议',
    title: '建议提示词',
    help: '对话模型会阅读剧本，为所选台词建议提示词。在你确认之前不会生成任何画面。',
    lines: '台词',
    all: '全选',
    none: '全不选',
    planned: '已有提示词',
    model: '对话模型',
    ask: n => `为 ${n} 句生成建议`,
    asking: '正在等待回答…',
    stop: '停止',
    failed: '没有收到回答。',
    unsent: '没有发送，没有扣费。',
    partial: '回答不完整。已收到的内容在下面。',
    unreadable: '回答中没有提示词。它已付费，因此已保留：可在这里或“对话”中查看。',
    review: '选择并修改要使用的提示词。点“生成”后才会生成画面。',
    use: n => `使用 ${n} 个提示词`,
    useLine: line => `使用第 ${line} 句的提示词`,
    promptOf: line => `第 ${line} 句的提示词`,
    motionOf: line => `第 ${line} 句的运动提示词`,
    tick: '使用',
    replaces: '会替换已有提示词',
    gone: n => `${n} 个建议对应的台词已删除。`,
    used: n => `已添加 ${n} 个提示词。`,
    raw: '显示完整回答',
    inChat: '在“对话”中打开',
    askAgain: '重新询问',
    discard: '放弃',
  },

  keys: {
    toggle: '显示或隐藏分镜',
    open: '这一句的画面',
    make: '生成已计划的图片和镜头',
    suggest: '建议画面提示词',
  },
}
