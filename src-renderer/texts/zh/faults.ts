/** What each fault means and what to do about it, in Chinese. */
import type { FieldIssue } from '#contract/faults.ts'
import type { EditRefusal } from '#contract/sequence-edits.ts'
import type { CubeProblem } from '#rules/colour/cube.ts'
import type { AnyFault } from '../../wire/attempt.ts'
import type { FaultTexts, FaultWords, faults as shape } from '../en/faults.ts'
import { emptyFileType } from '#contract/faults.ts'
import { cubeProblems } from '#rules/colour/cube.ts'
import { saidIn } from '#rules/text/found-words.ts'

const showMegabytes = (bytes: number) => bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`
const showFree = (bytes: number) => bytes < 1e6 ? `${Math.floor(bytes / 1000)} kB` : showMegabytes(bytes)

const things: Record<string, string> = { take: '素材', project: '项目', job: '任务', line: '台词', lines: '台词', casting: '选角', account: '账户', sequence: '序列', delivery: '成品', model: '模型', voice: '音色', storyboard: '分镜', transcript: '转写稿', limit: '限额', form: '表单', colour: '颜色', tone: '电平与音质', conversation: '对话', message: '消息', page: '页面', note: '备注', prompt: '系统提示词', setting: '设置', preset: '预设', tag: '标签', lut: 'LUT', collection: '合集', search: '已保存的搜索', shelf: '提示词库', pronunciation: '读音' }

const unreadableWords: Record<string, [what: string, todo: string]> = {
  'empty': ['文件是空的。', '请选择其他文件。'],
  'cut-short': ['文件不完整。', '请重新复制或下载。'],
  'damaged': ['文件已损坏。', '请重新复制或下载，或另存为其他格式。'],
  'too-large': ['像素数超出 ffmpeg 的解码能力。', '请缩小后重新导入。'],
  'no-reader': ['此格式需要 5.1 或更新版本的 ffmpeg，但没有找到。', '请安装 ffmpeg 后重试。'],
  'no-decoder': ['这台电脑上的 ffmpeg 无法解码，文件本身可能是完好的。', '请另存为其他格式（图片用 PNG 或 JPEG，视频用 MP4，音频用 WAV），再导入。'],
  'missing': ['文件缺失。', '请恢复文件，或选择其他文件。'],
  'not-a-video': ['它不是视频。', '请选择视频。'],
  'transcript-damaged': ['转写稿已损坏。', '请重新转写音频。'],
  'corrections-damaged': ['更正已损坏。', '原始转写稿没有改变。'],
  'no-times': ['转写稿没有时间戳。', '请用提供时间戳的模型重新转写音频。'],
  'no-samples': ['其中没有音频，长度为零。', '请选择其他文件。'],
}
/** `.cube` 文件的问题；`line` 是行号。 */
const cubeWords: Record<CubeProblem, (line: string) => [what: string, todo: string]> = {
  'no-size': () => ['颜色之前没有 LUT_3D_SIZE 或 LUT_1D_SIZE，因此不是 .cube LUT。', '请选择其他文件。'],
  'size': line => [`第 ${line} 行的大小无效：3D LUT 为 2 到 129 个点，1D LUT 为 2 到 65536 个点。`, '请用较少的点重新导出。'],
  'two-tables': line => [`第 ${line} 行开始了第二个表。`, '请导出为一个 3D LUT。'],
  'domain': () => ['其中的 DOMAIN_MIN 不小于 DOMAIN_MAX。', '请重新导出。'],
  'number': line => [`第 ${line} 行不是三个数。`, '小数点须为点而不是逗号。请重新导出。'],
  'cut-short': line => [`文件不完整，止于第 ${line} 行。`, '请重新复制或下载。'],
  'too-many': line => [`从第 ${line} 行起，颜色多于其大小所示。`, '请重新导出。'],
}

const heicWords: [what: string, todo: string] = ['这是 HEIC 图片，这台电脑上的 ffmpeg 无法解码。文件没有损坏。', '请转换为 JPEG 或 PNG（例如用 Mac 的“预览”或 Windows 的“照片”），再导入。']

function unreadable(reason: string): readonly [what: string, todo: string] {
  const [kind = '', detail = ''] = reason.split(':')
  const cube = cubeProblems.find(problem => kind === `cube-${problem}`)
  if (cube)
    return cubeWords[cube](detail)
  return kind === 'no-decoder' && detail.includes('image/heic') ? heicWords : unreadableWords[kind] ?? [reason, '文件可能已损坏或不完整。']
}

const accountReasons = {
  'wrong-key': { what: '服务拒绝了这个密钥。', todo: '请从服务网站重新完整复制密钥，不要带空格。' },
  'wrong-address': { what: '这个地址没有响应。', todo: '请检查服务地址：以 https:// 开头，主机名后没有路径。' },
  'no-network': { what: '无法连接到服务。', todo: '请检查网络、VPN 或代理，然后重试。' },
  'not-this-service': { what: '这个地址有响应，但不像是该服务。', todo: '请检查服务地址。' },
  'service-trouble': { what: '服务目前出现故障。', todo: '密钥尚未验证，请几分钟后重试。' },
  'cannot-tell': { what: '服务无法确认这个密钥。', todo: '第一次请求时会知道。' },
  'redirected': { what: '这个地址会跳转到别处。', todo: '请输入它跳转到的地址。' },
  'unencrypted': { what: 'Takeroom 绝不会以未加密的方式发送密钥。没有发送任何内容。', todo: '请使用以 https:// 开头的地址（WebSocket 为 wss://）。' },
  'not-a-key': { what: '这不是密钥：其中含有无效字符。没有发送任何内容。', todo: '请从服务网站重新复制密钥。' },
  'not-an-address': { what: '这不是网址。', todo: '网址形如 https://api.example.com。' },
}

function accountAnswer({ reason, status, said }: AnyFault<'account-refused'>['data']): string {
  if (said === '' && status !== null)
    return `（HTTP ${status}）`
  return said === '' ? '' : status === null || reason === 'redirected' ? `（${said}）` : `服务返回：“${said}”（${status}）。`
}

const clipReasons: Record<AnyFault<'unsuitable-clip'>['data']['reason'], (limit: number | null) => FaultWords> = {
  'too-short': limit => ({ what: '参考音频太短，无法创建音色。', todo: limit === null ? '请选择更长的参考音频。' : `至少需要 ${limit} 秒。` }),
  'too-long': limit => ({ what: '参考音频太长。', todo: limit === null ? '请选择更短的参考音频。' : `最多 ${limit} 秒。` }),
  'no-sound': () => ({ what: '这个文件没有音频。', todo: '请选择其他文件。' }),
  'wrong-medium': () => ({ what: '音色需要音频。', todo: '请选择音频文件或音频素材。' }),
}

const mediaWords: Record<string, string> = { audio: '音频', picture: '图片', video: '视频' }

const editRefusals: Record<EditRefusal, FaultWords> = {
  'gone': { what: '时间线中已没有这一项。', todo: '它在另一个窗口中被删除了，可以撤销。' },
  'locked-track': { what: '轨道已锁定。', todo: '请先解锁，然后重试。' },
  'wrong-track': { what: '这条轨道用于另一种片段。', todo: '请使用对应类型的轨道。' },
  'source-too-short': { what: '素材的长度不够。', todo: '请减少修剪幅度，或放慢片段。' },
  'too-short': { what: '片段时长会变成 0。', todo: '请把边缘或播放头移到片段内。' },
  'too-long': { what: '序列最长为一天。', todo: '请少移动一些，或缩短前面的内容。' },
  'too-many': { what: '一个序列最多有 64 条轨道，每条轨道最多 10,000 个片段。', todo: '请使用另一条轨道或另一个序列。' },
  'before-start': { what: '片段不能早于 0:00。', todo: '请少移动一些。' },
  'no-neighbour': { what: '前面没有紧挨着的片段。', todo: '请先把两个片段靠在一起。' },
  'id-taken': { what: '该操作已经完成。', todo: '没有任何改动。' },
  'in-after-out': { what: '入点必须在出点之前。', todo: '请先设置另一个，或同时清除两者。' },
  'changed-since': { what: '这些片段已在另一个窗口中更改。', todo: '现在显示的是最新状态，如仍需要请再操作一次。' },
  'nested': { what: '嵌套序列不能有自己的文字或渐变。', todo: '请打开它，更改其中的片段。' },
  'adjustment': { what: '调整片段没有自己的画面、位置、速度或转场。', todo: '请使用淡入淡出，或设置其不透明度。' },
  'ramp-backwards': { what: '倒放的片段不能更改变速曲线。', todo: '请先改为正放，更改变速曲线后再倒放。' },
  'in-itself': { what: '序列不能包含自身。', todo: '请改为将序列作为片段插入。' },
  'overlap': { what: '片段会互相重叠。', todo: '请使用另一条轨道。' },
  'blocked': { what: '这段时间里还有其他片段，会被截断，因此间隙无法闭合。', todo: '请先分割或删除它们、锁定其轨道，或保留间隙。' },
  'in-the-way': { what: '有其他片段挡住了。', todo: '请先移开它、使用另一条轨道，或改为插入。' },
}

const rootsProblems: Record<AnyFault<'roots-refused'>['data']['problem'], (name: string) => FaultWords> = {
  'no-certificate': name => ({ what: `“${name}”中没有证书。`, todo: '请向管理员索取网络的根证书（PEM 或 DER 文件）。' }),
  'unreadable': name => ({ what: `无法读取“${name}”中的证书。`, todo: '文件可能已损坏。请重新导出为 PEM。' }),
  'no-authority': name => ({ what: `“${name}”中只有服务器证书，没有颁发机构的证书。`, todo: '请向管理员索取网络的根证书。' }),
  'expired': name => ({ what: `“${name}”中的证书已过期。`, todo: '请向管理员索取当前的证书。' }),
  'too-many': name => ({ what: `“${name}”中的证书超过 400 个。`, todo: '请选择只含本网络证书的文件。' }),
}

const badBundles: Record<AnyFault<'bad-bundle'>['data']['problem'], (name: string) => FaultWords> = {
  'not-a-bundle': () => ({ what: '这不是从 Takeroom 导出的项目文件。', todo: '请选择以 .takeroom 结尾的文件。没有导入任何内容。' }),
  'newer': () => ({ what: '此项目由更新版本的 Takeroom 导出。', todo: '请更新 Takeroom 后重新导入。没有导入任何内容。' }),
  'cut': () => ({ what: '此项目文件不完整。', todo: '请重新复制或下载。没有导入任何内容。' }),
  'damaged': name => ({ what: `此项目文件已损坏${name === '' ? '' : `（“${name}”）`}。`, todo: '请重新复制，或重新导出项目。没有导入任何内容。' }),
  'unreadable': name => ({ what: `此项目文件中有 Takeroom 无法读取的内容${name === '' ? '' : `（${name}）`}。`, todo: '请重新导出项目。没有导入任何内容。' }),
}

const backupFolders: Record<AnyFault<'backup-folder-refused'>['data']['because'], (folder: string) => FaultWords> = {
  'not-absolute': f => ({ what: `“${f}”不是完整路径。`, todo: '请输入以盘符或 / 开头的路径。' }),
  'not-there': f => ({ what: `没有文件夹“${f}”。`, todo: '请创建它，或连接所在的磁盘，然后重试。' }),
  'in-studio': f => ({ what: `“${f}”在工作室文件夹内。`, todo: '请选择其外的文件夹，最好在另一块磁盘上。' }),
  'not-writable': f => ({ what: `Takeroom 没有写入“${f}”的权限。`, todo: '请修改权限，或选择其他文件夹。' }),
  'no-room': f => ({ what: `“${f}”的空间不足以存放备份。`, todo: '请腾出空间，或选择其他磁盘。' }),
}

const moveProblems: Record<AnyFault<'move-refused'>['data']['because'], (folder: string) => FaultWords> = {
  'not-absolute': f => ({ what: `“${f}”不是完整路径。`, todo: '请输入以盘符或 / 开头的路径。' }),
  'not-there': f => ({ what: `“${f}”的上级文件夹不存在。`, todo: '请新建该文件夹或连接其磁盘，然后重试。' }),
  'not-a-folder': f => ({ what: `“${f}”是文件。`, todo: '请选择文件夹。' }),
  'not-empty': f => ({ what: `“${f}”及其中的“Takeroom”文件夹不是空的。`, todo: '请选择空文件夹，或输入尚不存在的文件夹。' }),
  'not-writable': f => ({ what: `Takeroom 无权写入“${f}”。`, todo: '请更改权限，或选择其他文件夹。' }),
  'no-room': f => ({ what: `“${f}”所在磁盘的空间不足以存放工作室文件夹。`, todo: '请腾出空间，或选择其他磁盘。' }),
  'no-locks': f => ({ what: `无法使用“${f}”：其磁盘不支持文件锁，或该文件夹正在使用中。`, todo: '请选择其他磁盘上的文件夹。' }),
  'same': () => ({ what: '工作室文件夹已经在那里。', todo: '请选择其他文件夹。' }),
  'in-studio': f => ({ what: `“${f}”在工作室文件夹内。`, todo: '请选择其外的文件夹。' }),
  'around-studio': f => ({ what: `“${f}”包含工作室文件夹。`, todo: '请选择其他文件夹。' }),
  'in-deliveries': f => ({ what: `成品保存在“${f}”。`, todo: '请选择其他文件夹。' }),
  'has-links': name => ({ what: `工作室文件夹中的“${name}”是指向别处的链接，因此无法移动。`, todo: '请用链接指向的内容替换该链接，然后重试。' }),
}

const relinkProblems: Record<AnyFault<'relink-refused'>['data']['because'], (folder: string) => FaultWords> = {
  'not-absolute': f => ({ what: `“${f}”不是完整路径。`, todo: '请输入以盘符或 / 开头的路径。' }),
  'on-network': f => ({ what: `“${f}”在另一台电脑上。`, todo: '请把该文件夹复制到运行 Takeroom 的电脑的磁盘上，再选择它。' }),
  'not-there': f => ({ what: `没有文件夹“${f}”。`, todo: '请检查路径，或连接所在的磁盘，然后重试。' }),
  'not-a-folder': f => ({ what: `“${f}”是文件。`, todo: '请选择它所在的文件夹。' }),
  'not-readable': f => ({ what: `Takeroom 无权读取“${f}”。`, todo: '请更改权限，或选择其他文件夹。' }),
  'in-studio': f => ({ what: `“${f}”在工作室文件夹内，缺失的正是其中的文件。`, todo: '请选择存有这些文件副本的文件夹。' }),
}

const certificateProblems: Record<AnyFault<'certificate-refused'>['data']['problem'], (said: string) => FaultWords> = {
  'no-certificate': () => ({ what: '此文件中没有证书。', todo: '请选择 PEM 文件：其中有一行“-----BEGIN CERTIFICATE-----”。' }),
  'unreadable-certificate': () => ({ what: '此文件中的证书无法读取。', todo: '请重新导出为 PEM。' }),
  'no-key': () => ({ what: '此文件中没有私钥。', todo: '请选择 PEM 文件：其中有一行“-----BEGIN PRIVATE KEY-----”。' }),
  'unreadable-key': () => ({ what: '私钥无法读取。', todo: '请重新导出为 PEM（PKCS #8）。' }),
  'passphrase-needed': () => ({ what: '私钥已加密。', todo: '请输入密码短语。' }),
  'passphrase-wrong': () => ({ what: '密码短语无法打开私钥。', todo: '请检查后重试。' }),
  'other-key': () => ({ what: '私钥属于另一份证书。', todo: '请选择签发证书时所用的私钥。' }),
  'not-first': () => ({ what: '你的证书不是文件中的第一份。', todo: '请把它放在最前，然后依次放置各级签发者的证书。' }),
  'chain-order': name => ({ what: `证书顺序不对：前一份证书不是由“${name}”签发的。`, todo: '请把你的证书放在最前，然后依次放置各级签发者的证书。' }),
  'expired': day => ({ what: `有证书已于 ${day.slice(0, 10)} 过期。`, todo: '请向签发者申请新证书。' }),
  'not-yet-valid': day => ({ what: `有证书要到 ${day.slice(0, 10)} 才生效。`, todo: '请届时再选择，或检查这台电脑的时钟。' }),
  'self-signed': () => ({ what: '这是自签名证书。', todo: '请使用由证书颁发机构签发的证书。' }),
  'is-authority': () => ({ what: '这是签发者的证书，不用于签名文件。', todo: '请选择为签名而签发的证书。' }),
  'purpose': () => ({ what: '这份证书不用于签名内容。', todo: '它需要“数字签名”密钥用法，以及 C2PA 允许的用途：C2PA 签名、文档签名或电子邮件保护，且没有其他用途。' }),
  'algorithm': said => ({ what: `内容凭证不支持这种密钥（${said}）。`, todo: '请使用 EC（P-256、P-384、P-521）、2048 位以上的 RSA 或 Ed25519。' }),
  'not-valid': said => ({ what: `试签失败（${said}）。`, todo: '请向签发者申请用于 C2PA 签名的证书。' }),
  'keychain': said => ({ what: `钥匙串拒绝了：${saidIn('zh', said)}`, todo: '没有任何更改。请检查钥匙串后重试。' }),
}

const notSignable: Record<AnyFault<'not-signable'>['data']['because'], (said: string) => FaultWords> = {
  'no-certificate': () => ({ what: '没有可用于签名的证书。', todo: '请在“设置 → 交付”中选择证书，或关闭内容凭证。' }),
  'expired': day => ({ what: `内容凭证的证书已于 ${day.slice(0, 10)} 过期。`, todo: '请在“设置 → 交付”中选择新证书，或关闭内容凭证。' }),
  'not-yet-valid': day => ({ what: `内容凭证的证书要到 ${day.slice(0, 10)} 才生效。`, todo: '请等待、检查这台电脑的时钟，或关闭内容凭证。' }),
  'no-key': () => ({ what: '这台电脑的钥匙串中没有内容凭证的私钥。', todo: '请在“设置 → 交付”中重新选择证书和私钥，或关闭内容凭证。' }),
  'keychain-locked': backend => ({ what: `保存内容凭证私钥的钥匙串（${backend}）已锁定。`, todo: '请解锁后重试，或关闭内容凭证。' }),
  'keychain-unavailable': said => ({ what: `无法从钥匙串读取内容凭证的私钥：${saidIn('zh', said)}`, todo: '请检查钥匙串，或关闭内容凭证。' }),
  'format': format => ({ what: `.${format} 文件无法携带内容凭证。`, todo: '请选择其他预设，或关闭内容凭证。' }),
}

const words: FaultTexts = {
  'not-found': ({ word }) => ({ what: `该${things[word] ?? '对象'}已不存在。`, todo: '它可能在另一个窗口中被删除了。' }),
  'changed-meanwhile': ({ word }) => ({ what: `${things[word] ?? '对象'}在此期间已更改，因此没有替换。`, todo: '显示的是较新的内容。' }),
  'no-account': () => ({ what: '没有连接账户。', todo: '请在设置中连接账户，或使用免费的练习账户。' }),
  'no-key': ({ account }) => ({ what: `账户“${account}”没有密钥。`, todo: '请在设置中输入密钥。' }),
  'key-locked': ({ backend }) => ({ what: `钥匙串（${backend}）已锁定。`, todo: '请先解锁，然后重试。' }),
  'keychain-unavailable': ({ backend, said }) => ({ what: `钥匙串（${backend}）没有响应：${saidIn('zh', said)}`, todo: '没有任何更改。请检查钥匙串后重试。' }),
  'host-unconfirmed': ({ account, hosts }) => ({ what: `确认“${account}”的地址（${hosts}）之前，不会用它发送任何内容。`, todo: '请在底部的提示条或设置中确认。' }),
  'account-refused': data => ({ what: accountReasons[data.reason].what + accountAnswer(data), todo: accountReasons[data.reason].todo }),
  'bad-fields': ({ issues }) => ({ what: `有 ${issues.length} 项参数需要修改，已标出。`, todo: '没有发送任何内容。' }),
  'name-taken': ({ word, name }) => ({ what: word === 'shelf' ? `已经有 @${name} 了。` : `已有名为“${name}”的合集。`, todo: '请换一个名称。没有任何更改。' }),
  'search-too-long': ({ name, limit }) => ({
    what: `已保存的搜索“${name}”按名称查找此合集，换成新名称后会超过 ${limit.toLocaleString('zh')} 个字符。`,
    todo: '请换一个更短的名称，或先缩短该搜索。没有任何更改。',
  }),
  'list-full': ({ word, limit }) => ({ what: `最多可保存 ${limit} 个${word === 'preset' ? '自定义预设' : '标题模板'}。`, todo: '请先删除一些。没有保存任何内容。' }),
  'unknown-model': ({ model }) => ({ what: `模型列表中没有“${model}”。`, todo: '请选择其他模型。' }),
  'disk-full': ({ neededBytes, freeBytes }) => ({
    what: neededBytes > 0 ? `磁盘空间不足：需要 ${showMegabytes(neededBytes)}，剩余 ${showFree(freeBytes)}。` : `磁盘已满：剩余 ${showFree(freeBytes)}。`,
    todo: '没有更改或发送任何内容。请腾出空间后重试。',
  }),
  'disk-read-only': ({ folder }) => ({ what: `无法写入 ${folder}：磁盘为只读，或 Takeroom 没有权限。`, todo: '没有更改任何内容。请让该文件夹可写后重试。' }),
  'disk-failed': ({ said }) => ({ what: `磁盘报告错误：${said}`, todo: '没有更改任何内容。请检查磁盘是否已连接并正常，然后重试。' }),
  'place-refused': ({ said }) => ({ what: `无法使用文件或文件夹：${said}`, todo: '没有更改任何内容。请检查它是否正确、磁盘是否已连接、是否有权限，然后重试。' }),
  'unsupported-file': ({ name, found }) => found === emptyFileType
    ? { what: `“${name}”是空文件。`, todo: '请选择其他文件。' }
    : { what: `不支持文件“${name}”${found === '' ? '' : `（${found}）`}。`, todo: '可以导入音频、图片和视频文件。' },
  'unreadable-file': ({ name, reason }) => {
    const [what, todo] = unreadable(reason)
    return { what: `无法读取“${name}”：${what}`, todo }
  },
  'file-too-large': ({ name, limitBytes }) => ({ what: `“${name}”太大了。`, todo: limitBytes > 0 ? `上限为 ${showMegabytes(limitBytes)}。` : '请选择更小的文件。' }),
  'bad-bundle': ({ problem, name }) => badBundles[problem](name),
  'ticket-expired': () => ({ what: '上传已过期。', todo: '请重新选择文件。' }),
  'no-ffmpeg': ({ command }) => ({
    what: '此操作需要 5.1 或更新版本的 ffmpeg，但没有找到。',
    todo: command === '' ? '请安装 ffmpeg 后重试。' : command.startsWith('npm ') ? `请关闭 Takeroom，在它的文件夹中运行：${command}` : `安装命令：${command}`,
  }),
  'library-read-only': ({ trouble }) => ({ what: trouble === 'missing' ? '素材库文件丢失，无法写入。' : '素材库已损坏，目前为只读。', todo: '没有更改任何内容。请在“设置 → 存储与安全”中修复。' }),
  'job-not-there-yet': () => ({ what: '这个任务还没有结束。', todo: '请等待，或先取消它。' }),
  'may-be-charged-twice': () => ({ what: '这个任务可能已扣费，重新生成可能会重复扣费。', todo: '没有发送任何内容，由你决定。' }),
  'not-attachable': ({ because, wanted }) => ({
    state: { what: '这个任务不需要文件：它已有结果，或从未发送。', todo: '请改为将文件导入素材库。' },
    kind: { what: '这类任务的结果不能是文件。', todo: '请改为将文件导入素材库。' },
    medium: { what: `这个任务的结果应为${mediaWords[wanted] ?? wanted}，而这个文件不是。`, todo: '请选择正确的文件。' },
  }[because]),
  'nothing-to-lay-out': () => ({ what: '还没有可以组装的内容。', todo: '请先在项目中生成至少一句台词或一张图片。' }),
  'edit-refused': ({ because }) => editRefusals[because],
  'newer-document': ({ name }) => ({ what: `“${name}”由更新版本的 Takeroom 保存。`, todo: '请更新 Takeroom 后再打开。没有任何改动。' }),
  'unreadable-document': ({ name }) => ({ what: `无法读取序列“${name}”。`, todo: '没有任何改动。请恢复项目的历史版本，或将此序列移到回收站。' }),
  'save-refused': ({ path }) => ({ what: `“${path}”在工作室文件夹内。`, todo: '没有保存任何内容。请保存到工作室文件夹之外。' }),
  'nothing-to-save': ({ titles }) => ({ what: `没有可保存的文件${titles[0] === undefined ? '' : `：“${titles[0]}”`}。`, todo: '文件缺失，或者还没有完成。' }),
  'roots-refused': ({ problem, name }) => rootsProblems[problem](name),
  'certificate-refused': ({ problem, said }) => certificateProblems[problem](said),
  'not-signable': ({ because, said }) => notSignable[because](said),
  'nothing-to-deliver': () => ({ what: '还没有可以交付的内容。', todo: '请先按剧本组装。' }),
  'bad-model': ({ where, said }) => ({ what: `“${where}”有误：${saidIn('zh', said)}`, todo: '没有保存任何内容。请修改后重试。' }),
  'built-in-model': ({ model }) => ({ what: `“${model}”是内置模型，不能移除。`, todo: '可以把它隐藏。' }),
  'unsuitable-clip': ({ reason, limitSeconds }) => clipReasons[reason](limitSeconds),
  'answer-under-way': () => ({ what: '还有一个回答正在生成。', todo: '请等待，或先停止它。' }),
  'ledger-damaged': () => ({ what: '此处的任务记录已损坏。', todo: '请重启 Takeroom 进行恢复。在你确认之前不会发送任何内容。' }),
  'backup-folder-refused': ({ because, folder }) => backupFolders[because](folder),
  'backup-under-way': () => ({ what: '已有备份或恢复正在进行。', todo: '请等它完成，或先停止它。' }),
  'move-refused': ({ because, folder }) => moveProblems[because](folder),
  'move-under-way': () => ({ what: '正在移动工作室文件夹。', todo: '请等它完成，或先停止。' }),
  'relink-refused': ({ because, folder }) => relinkProblems[because](folder),
  'relink-under-way': () => ({ what: '正在文件夹中查找缺失的文件。', todo: '请等它完成，或先停止。' }),
  'not-in-this-host': () => ({ what: '浏览器中无法执行此操作。', todo: '请在运行 Takeroom 的电脑上打开所示路径。' }),
  'practice-unavailable': ({ reason }) => ({ what: `练习服务未能启动${reason === '' ? '。' : `：${reason}`}`, todo: '请重试；如果仍然失败，请重启 Takeroom。' }),
  'internal': ({ reference }) => ({ what: `Takeroom 出错了（编号 ${reference}）。`, todo: '你的内容没有丢失。详情见日志中的此编号。' }),
  'already-done': () => ({ what: '连接断开前这项操作已经完成。', todo: '没有再次执行。' }),
  'not-kept': () => ({ what: '无法连接 Takeroom，而且此浏览器的存储空间已满或被禁用：没有做任何更改。', todo: '连接恢复后请重做一次。' }),
  'disconnected': () => ({ what: '收到结果前连接中断。', todo: '正在重连。重试前请先查看：可能已完成。' }),
}

const problemWords: Record<FieldIssue['problem'], (limit: string) => string> = {
  'missing': () => '此项必填。',
  'too-small': limit => `至少为 ${limit}。`,
  'too-large': limit => `最多为 ${limit}。`,
  'too-long': limit => `最多 ${limit} 个字符。`,
  'not-a-number': () => '必须是数字。',
  'not-whole': () => '必须是整数。',
  'not-a-choice': () => '不在可选项之中。',
  'not-yes-or-no': () => '只能是开或关。',
  'not-text': () => '必须是文本。',
  'not-a-file': () => '必须是文件。',
  'wrong-file-type': limit => limit === '' ? '不接受这种文件。' : `可接受：${limit}。`,
  'too-many-files': limit => `最多 ${limit} 个文件。`,
  'clip-too-long': limit => `最多 ${limit} 秒。`,
  'excluded-by': limit => `不能与“${limit}”同时使用。`,
  'not-supported': () => '该模型不支持此项。',
  'not-an-address': () => '必须是以 https:// 开头的网址。',
  'unknown-name': name => `提示词库里没有 @${name}。要输入 @ 符号，请写成 @@${name}。`,
  'ambiguous-name': name => `有两个 @${name}：一个属于本项目，一个用于所有项目。请在提示词库里重命名其中一个。`,
  'circular-name': name => `@${name} 引用了自己。请在提示词库里修改。`,
  'references-not-sent': name => `不会发送 @${name} 的参考图：这个模型不接受参考图，或已达上限。`,
  'references-missing': name => `素材库里没有 @${name} 的参考图，不会发送。`,
}

export const faults = {
  words,
  refusal: (because: EditRefusal) => `${editRefusals[because].what}${editRefusals[because].todo}`,
  issue: (issue: FieldIssue) => problemWords[issue.problem](issue.limit === null ? '' : String(issue.limit)),
} satisfies typeof shape
