/** 回收站的文字。 */
import type { trash as shape } from '../en/trash.ts'

const kinds = { take: '素材', project: '项目', line: '台词', sequence: '序列', voice: '音色', conversation: '对话', delivery: '成品', model: '模型' } as const

export const trash = {
  title: '回收站',
  intro: '移到回收站的内容都在这里。只有在这里才能彻底删除。',
  byItself: days => `内容在 ${days} 天后自动删除，仍在使用的除外。已交付的文件留在原处。`,
  stillUsed: '仍在使用',
  kinds,
  all: '全部类型',
  empty: { title: '回收站是空的', body: '内容会留在这里，直到你恢复或彻底删除。' },
  choose: title => `选择 ${title}`,
  search: '搜索回收站',
  kind: '种类',
  order: '排序',
  orders: { newest: '最新在前', oldest: '最早在前', largest: '最大在前' },
  found: (n, size) => `${n.toLocaleString('zh')} 项${size === '' ? '' : `，${size}`}`,
  showMore: n => `显示更多（${n.toLocaleString('zh')}）`,
  nothingFound: '回收站里没有包含这些词的内容。',
  together: (n, kind) => `一起删除的 ${n.toLocaleString('zh')} 个${kinds[kind]}`,
  showAll: name => `显示“${name}”中的每一项`,
  chooseAll: '全选',
  chosen: n => n === 0 ? '' : `已选 ${n.toLocaleString('zh')} 项`,
  restore: '恢复',
  restored: (n, projects) => {
    const along = projects.length === 0 ? '' : projects.length === 1 ? `，以及所属的项目“${projects[0]}”` : `，以及所属的 ${projects.length} 个项目`
    return `已恢复 ${n.toLocaleString('zh')} 项${along}。`
  },
  purge: '彻底删除…',
  purgeTitle: n => `要彻底删除 ${n.toLocaleString('zh')} 项吗？`,
  frees: size => `${size === '' ? '几乎不会释放空间。' : `将释放 ${size}。`}此操作无法撤销。`,
  used: (n, of) => `${of === 1 ? '它' : n === of ? '它们' : `其中 ${n} 项`}仍在以下地方使用，删除后那里会缺少：`,
  places: {
    script: name => `“${name}”的剧本`,
    timeline: name => `“${name}”的序列`,
    bin: name => `“${name}”的素材箱`,
    version: name => `“${name}”的历史版本`,
    casting: name => `“${name}”的选角（文件会保留）`,
    speaker: name => `“${name}”的角色`,
    conversation: name => `对话“${name}”（文件会保留）`,
    job: name => `队列中的“${name}”`,
    source: name => `“${name}”的来源`,
  },
  unnamed: '未命名',
  placeInTrash: '（在回收站中）',
  morePlaces: n => `以及另外 ${n} 处`,
  keptClips: n => `${n} 个素材会保留，因为音色需要它们。`,
  paid: '素材已产生的费用不会退还。',
  ofProject: '项目的素材和对话会保留。',
  filmsStay: '已交付的文件会保留在：',
  filmNames: (names, more) => `（${names.join('、')}${more > 0 ? `等，另有 ${more} 个` : ''}）`,
  purgeAct: '彻底删除',
  purged: (n, size) => `${n.toLocaleString('zh')} 项已彻底删除${size === '' ? '。' : `，释放 ${size}。`}`,
  cameBack: (takes, voices) => {
    const back = [...takes > 0 ? [`${takes} 个素材`] : [], ...voices > 0 ? [`${voices} 个音色`] : []]
    return back.length === 0 ? '' : `已从回收站恢复 ${back.join('和 ')}。`
  },
  filmsLeft: folders => `视频仍在 ${folders.join('、')}。`,
  keptAll: '没有删除任何内容：音色需要这些参考音频。',
  throwAway: '移到回收站',
  throwAwayNamed: name => `将 ${name} 移到回收站`,
  thrown: name => `“${name}”已移到回收站，文件留在原处。`,
  setting: { title: '回收站', detail: '内容会保留到你删除为止，或保留到这里选择的期限。仍在使用的始终保留。', open: '打开回收站', never: '从不', days: n => `${n} 天后`, label: '自动删除' },
} satisfies typeof shape
