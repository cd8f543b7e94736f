/** LUT、示波器和匹配颜色。 */
import type { grading as english } from '../en/grading.ts'

const most = 8

export const grading: typeof english = {
  scopes: {
    title: '示波器',
    toggle: '显示或隐藏示波器',
    hide: '隐藏示波器',
    names: { waveform: '波形图', parade: 'RGB 分量图', vectorscope: '矢量示波器', histogram: '直方图' },
    range: (from, to) => `${from}–${to}%`,
    said: (name, now) => `${name}：亮度 ${now.range}，平均 ${now.mean}%；饱和度 ${now.colourful}%`,
  },
  match: {
    title: '匹配颜色',
    choose: count => `单击要让${count === 1 ? '此片段' : `这 ${count} 个片段`}与之相似的片段，或选择：`,
    offers: {
      playhead: name => `播放头处：${name}`,
      before: name => `前一个：${name}`,
      after: name => `后一个：${name}`,
      source: name => `源素材监视器：${name}`,
    },
    comparing: name => `正在与${name}比较…`,
    matched: name => `已匹配${name}`,
    strength: '强度',
    other: '选择其他片段',
    apply: '应用',
    noShot: '请选择视频或图片片段，只有它们的颜色可以匹配。',
    itself: '此片段正是要匹配的片段之一，请选择其他片段。',
    notSeen: '暂时无法比较这些片段。请等代理文件生成后再选择。',
  },
  adjustment: { name: '调整', help: '它的调色作用于下方的所有画面。淡入淡出和不透明度决定作用的程度。' },
  luts: {
    title: 'LUT',
    none: '无',
    amount: 'LUT 强度',
    more: '更多 LUT 操作',
    import: '导入 .cube…',
    save: '将当前调色存为 .cube',
    list: '管理 LUT…',
    listTitle: '我的 LUT',
    empty: '还没有 LUT。请在调色面板中导入 .cube 文件，或把文件拖到面板上。',
    drop: '将 LUT 用于所选片段',
    onlyCubes: 'LUT 是以 .cube 结尾的文件，这里没有导入其他文件。',
    added: count => count === 1 ? '已导入并应用 LUT。' : `已导入 ${count} 个 LUT，并应用了第一个。`,
    addedOnly: count => count === 1 ? '已导入 LUT，但未应用：片段已不在。' : `已导入 ${count} 个 LUT，但未应用：片段已不在。`,
    withoutVignette: '保存的文件不含暗角：LUT 对画面各处的颜色作同样的改变。',
    nameOf: name => `“${name}”的名称`,
    sizeOf: (dimensions, size) => dimensions === 3 ? `3D · ${size}` : `1D · ${size}`,
    removedName: name => name === null ? 'LUT 缺失' : `${name}（已移除）`,
    remove: '移除',
    removeNamed: name => `移除“${name}”`,
    removeTitle: name => `移除 LUT“${name}”？`,
    usedIn: (uses) => {
      const places = uses.slice(0, most).map(use => `${use.projectName}的“${use.sequenceName}”（${use.clips} 个片段）`).join('、')
      const more = uses.length > most ? `等 ${uses.length} 处` : ''
      return `它用于${places}${more}。这些片段的颜色不变，只是以后不再列出这个 LUT。`
    },
    removed: name => `不再列出“${name}”。`,
  },
}
