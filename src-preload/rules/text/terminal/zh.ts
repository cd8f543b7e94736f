/** What commands print besides their errors, in Chinese. */
import type { TerminalWords } from './words.ts'
import { helpText } from '../help/zh.ts'

const steps = { writing: '正在写入', verifying: '正在校验', restoring: '正在恢复' }
const done = { project: '项目已创建', image: '图片已生成', shot: '镜头已生成并下载' }

export const terminal: TerminalWords = {
  help: helpText,
  stopped: '已停止。没有留下残缺的文件。',
  broke: reference => `Takeroom 因意外错误需要关闭。请重新启动：你的内容没有丢失，已发送的任务会继续跟踪。详情见工作室文件夹中的 logs/host.log，编号 ${reference}。`,
  portTaken: '该端口已被其他软件占用。请用 --port 选择其他端口，或去掉它以使用任意空闲端口。',
  addressUnknown: '这台电脑没有可监听的这个地址。',
  notAllowed: said => `系统不允许 Takeroom 在此执行这个操作：${said}`,
  unexpected: said => `Takeroom 无法继续：${said}`,

  serve: {
    closing: '正在关闭…',
    openToNetwork: address => `警告：能访问 ${address} 的所有电脑都可以尝试打开此工作室文件夹。连接已加密。`,
    unknownCertificate: '浏览器会提示一次它不认识该证书。只有在它显示以下 SHA-256 指纹时才继续：',
    opens: 'Takeroom 正在浏览器中打开。如果没有打开，请打开这个地址：',
    running: 'Takeroom 正在运行。请在浏览器中打开这个地址：',
    opensRunning: 'Takeroom 已在运行，正在浏览器中打开。如果没有打开，请打开这个地址：',
    runningAlready: 'Takeroom 已在运行。请在浏览器中打开这个地址：',
    worksOnce: (seconds, asks) => `只能使用一次，${seconds} 秒内有效。${{
      enter: '按 Enter 获取另一个；Ctrl+C 关闭 Takeroom。',
      signal: 'SIGUSR2 显示另一个；SIGINT 或 SIGTERM 关闭 Takeroom。',
      none: '',
    }[asks ?? 'none']}`,
    restored: '此工作室文件夹由备份恢复。在你确认发送地址之前不会发送任何内容：可在设置中确认，或使用',
    keyUnusable: '没有使用 TAKEROOM_API_KEY：其中有空格、换行或密钥不会包含的其他字符。请重新复制密钥。',
    keyWithoutAddress: '没有使用 TAKEROOM_API_KEY：请将 TAKEROOM_API_URL 设为该密钥所属服务的地址。',
  },

  practice: {
    runningAt: url => `练习服务正在运行：${url}`,
    withKey: key => `密钥：${key}（Ctrl+C 结束）。`,
  },

  sample: {
    begins: '正在用练习服务生成示例：免费、离线、无需密钥。',
    step: step => step.is === 'line' ? `第 ${step.number} 句台词已生成（共 ${step.of} 句）` : done[step.is],
    rendering: percent => `正在渲染 ${percent}%`,
  },

  backup: {
    progress: (step, percent) => `${steps[step]} ${percent}%`,
    done: ({ takes, deliveries, path }) =>
      `${takes} 个素材${deliveries === null ? '' : `和 ${deliveries} 个已交付的文件`}已备份到 ${path} 并完成校验。密钥从不包含在备份中。`,
    missingFiles: count => `素材库中列出的 ${count} 个文件缺失。运行“takeroom check”可查看是哪些。`,
    missingDeliveries: count => `${count} 个已交付的文件缺失。`,
    restored: (takes, folder) => `${takes} 个素材已恢复到 ${folder}。`,
    restoredDeliveries: (count, folder) => `${count} 个已交付的文件已恢复到 ${folder}。`,
    leftOutDeliveries: count => `此备份不包含 ${count} 次交付的文件。交付仍会列出，但没有文件。`,
    leftOutRows: (rows) => {
      const named = Object.entries(rows).map(([table, count]) => table === '' ? `${count} 行没有对应的内容` : `${table} 中的 ${count} 行`)
      return `已略去不可能由 Takeroom 写入的行：${named.join('，')}。`
    },
    leftOutThings: count => `已略去数据库中 ${count} 个不是由 Takeroom 创建的对象（例如触发器、视图或索引）。`,
    leftOutFiles: count => `已略去 ${count} 个文件：内容与文件名不符。对应的素材已标记。`,
    held: count => `${count} 个任务在队列中等你确认：它们可能已从原来的文件夹发送过。`,
    unsure: count => `${count} 个任务已发送但没有响应，会显示为待核实。`,
    unconfirmed: '在你确认每个账户的地址之前不会发送任何内容：可在 Takeroom 中确认，或使用 --confirm-host。',
    openWith: folder => `打开方式：takeroom --folder "${folder}"`,
  },

  check: {
    ledgerWaits: '任务记录曾经损坏。下次启动时会换成重建的记录。要立即执行：takeroom check --repair',
    ledgerMissing: said => `任务记录缺失（${said}）。`,
    ledgerDamaged: said => `任务记录已损坏：${said}。`,
    readable: (jobs, accounts, unreadable) => `可以读取 ${jobs} 个任务和 ${accounts} 个账户；${unreadable} 处无法读取。`,
    unreadable: '其中没有任何内容可以读取。',
    ledgerNext: '没有改动任何内容。备份中可能有更多内容。下次启动时会据此重建任务记录，在你确认之前不会发送任何内容。要立即执行：takeroom check --repair',
    rebuilt: (jobs, holes) => `已用可读取的内容重建任务记录：${jobs} 个任务；${holes} 处无法读取。`,
    begunAgain: '任务记录完全无法读取；已创建新的任务记录，账户需要重新连接。',
    sendsNothing: (held, unsure) => `不会自动发送任何内容：${held} 个任务在队列中等你确认，${unsure} 个任务已发送但没有响应。`,
    keptAt: path => `损坏的文件保留在：${path}`,
    libraryMissing: '素材库文件缺失。',
    libraryDamaged: said => `素材库已损坏：${said}。`,
    libraryReadable: ({ takes, lines, projects, unreadable }) =>
      `可以读取 ${takes} 个素材、${lines} 句台词和 ${projects} 个项目；${unreadable} 处无法读取。`,
    libraryNext: '没有改动任何内容。备份中可能有更多内容。要使用可读取的内容继续：takeroom check --repair',
    libraryRebuilt: kept => `已用可读取的内容重建素材库。${kept === null ? '' : `损坏的文件保留在：${kept}`}`,
    summary: ({ takes, files, isDeep }) => `${takes} 个素材，${files} 个文件${isDeep ? '，已读取所有文件' : ''}。`,
    intact: '两个数据库都完好。',
    damaged: lines => `数据库已损坏：\n${lines.join('\n')}`,
    found: {
      missing: count => `${count} 个文件缺失。对应的素材已标记。请放回文件后重新检查：`,
      wrong: (count, isRepaired) => isRepaired
        ? `${count} 个文件的内容与文件名不符，已移到单独的文件夹；对应的素材已标记：`
        : `${count} 个文件的内容与文件名不符：`,
      orphans: (count, isRepaired) => isRepaired
        ? `${count} 个文件没有被任何素材使用；其中的媒体现在在回收站中，其余已移到单独的文件夹：`
        : `${count} 个文件没有被任何素材使用，保留在原处：`,
      halves: (count, isRepaired) => isRepaired
        ? `${count} 个文件不完整，已移到单独的文件夹：`
        : `${count} 个文件不完整（崩溃或磁盘已满所致）：`,
      dangling: (count, isRepaired) => isRepaired
        ? `${count} 处引用指向已不存在的内容；能移除的已移除：`
        : `${count} 处引用指向已不存在的内容：`,
      beside: (count, isRepaired) => isRepaired
        ? `${count} 个海报帧和波形缺失或损坏，已重新生成：`
        : `${count} 个海报帧和波形缺失或损坏：`,
      previews: (count, isRepaired) => isRepaired
        ? `${count} 个代理文件缺失或损坏，已移到单独的文件夹；需要时会重新生成：`
        : `${count} 个代理文件缺失或损坏：`,
      deliveries: count => `${count} 个已交付的文件缺失或已更改。这些文件属于你，因此没有改动；如仍需要请重新交付：`,
      unreadable: count => `数据库中有 ${count} 行无法读取。它们不会显示，保留在原处：`,
      unclaimed: count => `${count} 个文件夹中有任务记录之外的任务结果。它们可能已付费，因此保留在原处：`,
    },
    more: count => `另有 ${count} 项`,
    searchIndex: (count, isRepaired) => `${count} 个素材的搜索索引已过期${isRepaired ? '，已重建。' : '。'}`,
    old: (count, isRepaired) => isRepaired
      ? `${count} 个文件由较早版本测量，已连同海报帧重新测量。`
      : `${count} 个文件由较早版本测量。Takeroom 打开时会连同海报帧重新测量。`,
    setAside: folder => `移出的文件在：${folder}`,
    toRepair: '要修复：takeroom check --repair',
  },

  deliver: {
    delivering: (sequence, project, preset, out) => `正在将“${project}”的“${sequence}”以 ${preset} 交付到 ${out}`,
    planning: (sequence, project, preset, folder) => `正在将“${project}”的“${sequence}”以 ${preset} 规划到 ${folder}`,
    note: (what, todo) => `注意：${what}${todo}`,
    notCarried: extension => `注意：没有签名，因为 .${extension} 文件无法携带内容凭证。`,
    planUnsigned: '注意：视频没有用内容凭证签名，因为供其他电脑使用的文件夹不能包含私钥。',
    coverAdded: file => `已将 ${file} 添加到素材库，用作封面`,
    folderOpen: folder => `Takeroom 正打开着工作室文件夹 ${folder}。请在其中交付，或关闭后重新运行。`,
    projects: '项目',
    presets: '预设',
    noProjects: '还没有',
    sequence: seconds => seconds === null ? '（无法读取）' : `（${seconds.toFixed(1)} 秒）`,
    sound: '音频',
  },
}
