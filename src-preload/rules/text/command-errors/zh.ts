/** Why a command was not carried out, in Chinese. */
import type { CommandErrorTexts } from './words.ts'
import { blocked, failureKinds, notSigned } from '../failures/zh.ts'
import { findings as findingWords } from '../findings/zh.ts'
import { saidIn } from '../found-words.ts'

const words = { project: '项目', sequence: '序列' }
const tagForms = {
  title: '不超过 300 个字符',
  artist: '不超过 300 个字符',
  album: '不超过 300 个字符',
  track: '一个数字，或“序号/总数”：3/12',
  year: '四位数的年份',
  comment: '不超过 5,000 个字符',
}
const whyNoCover = { 'unreadable-file': '无法读取', 'file-too-large': '文件过大', 'disk-full': '磁盘已满' }

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
function listed(named: readonly { readonly id: string, readonly name: string }[]): string {
  return named.map(({ id, name }) => `\n  ${id}  ${name}`).join('')
}
function sentencesOf({ what, todo }: { readonly what: string, readonly todo: string }, said = ''): string {
  return `${what}${said}${todo}`
}
function unsigned(because: string): string {
  const why = Object.entries(notSigned).find(([code]) => code === because)?.[1] ?? `${because}。`
  return `无法用内容凭证签名。${why}证书和密钥见“设置 → 交付”。加上 --no-sign 可不带内容凭证交付。`
}

export const commandErrors: CommandErrorTexts = {
  'unknown-command': ({ name }) => `未知命令“${name}”。请参阅 takeroom --help。`,
  'bad-options': ({ said, command }) => `选项有误：${said}。“takeroom --help”会列出“${command}”的选项。`,
  'empty-option': ({ name }) => `--${name} 为空。请填写值，或去掉它。`,
  'one-file': ({ command }) => `“${command}”需要且只能有一个文件。`,
  'bad-port': ({ value }) => `“${value}”不是端口。请使用 0 到 65535 的数字；0 表示任意空闲端口。`,
  'bad-address': ({ value }) => `“${value}”不是地址。请使用类似 https://api.example.com 的地址。`,
  'opens-to-network': ({ option }) => `--host-address 会让其他电脑能访问 Takeroom 以及工作室文件夹中的所有内容。如果确定，请加上 --${option}。`,
  'cert-without-key': () => '--tls-cert 和 --tls-key 必须一起使用（均为 PEM）。',
  'list-alone': () => '--list 只能与 --json 和 --folder 一起使用。',
  'one-project': () => '“deliver”需要且只能有一个项目的名称或 id。名称中有空格时请加引号。“takeroom deliver --list”会列出所有项目。',
  'no-preset-option': () => '“deliver”需要 --preset。“takeroom deliver --list”会列出所有预设。',
  'no-out-option': () => '“deliver”需要 --out。“takeroom --help”会列出所有选项。',
  'plan-or-out': () => '--plan 不能与 --out 或 --force 一起使用。',
  'plan-signed': () => '--plan 无法签名：供其他电脑使用的文件夹不能包含你的私钥。请去掉 --sign。',
  'sign-or-not': () => '--sign 和 --no-sign 不能一起使用。',
  'bad-tag': ({ name }) => `--${name} 应为：${tagForms[name]}。`,
  'frame-or-range': () => '--frame 和 --range 不能一起使用。',
  'bad-time': ({ value }) => `“${value}”不是时间。请使用秒数或 h:mm:ss.s，例如 12.5 或 1:05。`,
  'bad-captions': ({ choices }) => `--captions 只能是：${choices.join('、')}。`,
  'bad-range': ({ value }) => `“${value}”不是时间范围。请使用两个时间，例如 12.5-30 或 1:05-2:00。`,
  'range-ends-early': ({ value }) => `--range ${value} 的终点必须在起点之后。`,
  'no-folder': ({ folder }) => `${folder} 处没有工作室文件夹。`,
  'no-studio': ({ folder }) => `${folder} 中没有工作室。`,

  'certificate-unreadable': ({ path }) => `无法读取文件 ${path}。`,
  'certificate-not-pem': ({ cert, key }) => `${cert} 和 ${key} 不是 PEM 证书及其未加密的密钥。`,
  'certificate-other-key': ({ cert, key }) => `${key} 中的密钥与 ${cert} 中的证书不匹配。`,
  'certificate-ended': ({ cert, until }) => `${cert} 中的证书已于 ${until} 过期。`,

  'no-preset': ({ preset, known }) => `没有预设“${preset}”。可用的预设：${known.join('、')}。`,
  'sequence-newer': ({ name }) => `序列“${name}”由更新版本的 Takeroom 保存。请更新 Takeroom 后再交付。`,
  'sequence-unreadable': ({ name }) => `无法读取序列“${name}”。请恢复项目的历史版本，或选择其他序列。`,
  'several': ({ word, called, found }) => `有多个${called === null ? '' : `名为“${called}”的`}${words[word]}。请用 id 选择一个：${listed(found)}`,
  'none-called': ({ word, called, known }) => `没有${words[word]}“${called}”。现有：${listed(known)}`,
  'none-yet': ({ word }) => word === 'project' ? '此工作室文件夹中还没有项目。' : '此项目中还没有序列。',
  'range-empty': () => '--range 的终点必须在起点之后。',
  'not-deliverable': ({ findings }) =>
    `无法交付。${findings.map(({ finding, count, example }) => sentencesOf(findingWords[finding](count, example))).join('')}`,
  'no-such-tags': ({ format, given, carriers }) => `.${format} 文件不能包含 ${given.join('、')}。可以包含的格式：${carriers.map(name => `.${name}`).join('、')}。`,
  'frame-of-video': ({ preset, format }) => `--frame 用于静帧；${preset} 写入 .${format} 文件。要交付其中一段，请使用 --range。`,
  'cover-unreadable': ({ said }) => `无法读取封面：${said}`,
  'cover-not-image': ({ path }) => `${path} 不是图片，不能用作封面。`,
  'cover-refused': ({ path, because }) => `${path} 不能用作封面：${whyNoCover[because]}。`,

  'in-studio': ({ path, deliveriesFolder }) => `${path} 在工作室文件夹内。请选择其他位置：${deliveriesFolder}，或工作室文件夹之外的任何位置。`,
  'other-ending': ({ preset, extension }) => `预设 ${preset} 写入 ${extension} 文件：请在 --out 中使用这个扩展名。`,
  'folder-unusable': ({ folder, said }) => `无法使用文件夹 ${folder}：${said}`,
  'file-exists': ({ path }) => `${path} 已存在。要替换它请加上 --force，否则请选择其他名称。`,
  'folder-exists': ({ path }) => `${path} 已存在。图片序列需要新文件夹，也不会替换已有的文件夹：请选择其他名称。`,
  'plan-not-empty': ({ folder }) => `${folder} 已存在并且不是空的。请用 --plan 选择其他文件夹。`,
  'plan-other-format': ({ preset, extension }) => `只有 .mp4 预设可以分给其他电脑渲染；${preset} 写入 .${extension} 文件。`,
  'plan-not-created': ({ said }) => `无法创建文件夹：${said}`,

  'nothing-to-deliver': () => '序列的这个范围中没有可交付的内容。',
  'no-ffmpeg': ({ command }) => `未找到 5.1 或更新版本的 ffmpeg。${command === null ? '' : `安装方法：${command}`}`,
  'no-room': ({ neededBytes, freeBytes }) => `大约需要 ${megabytes(neededBytes)} 的可用空间；目前有 ${megabytes(freeBytes)}。`,
  'not-signable': ({ because }) => unsigned(because),
  'gone': ({ id }) => `序列使用的内容已不存在：${id}`,
  'plan-failed': ({ said }) => `无法生成渲染文件夹：${said}`,
  'cancelled': () => '交付已取消。',
  'failed': ({ failure }) => {
    if (failure === null)
      return '交付失败。'
    return failure.kind === 'signing' ? unsigned(failure.said) : sentencesOf(failureKinds[failure.kind], saidIn('zh', failure.said))
  },
  'blocked': ({ by }) => by === 'key-locked' ? unsigned('keychain-locked') : sentencesOf(blocked[by]),
  'stuck': ({ said }) => `交付无法继续：${saidIn('zh', said)}`,
  'sample-not-generated': ({ title, failure }) => failure === null
    ? `无法生成“${title}”。`
    : `无法生成“${title}”：${sentencesOf(failureKinds[failure.kind], saidIn('zh', failure.said))}`,
  'sample-not-rendered': ({ said }) => `渲染失败：${saidIn('zh', said)}`,
}
