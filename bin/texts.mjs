/** What the set-up and the command say before the built program has its own texts: in the language of the system, by the same rule. */
import process from 'node:process'

const en = {
  setUp: {
    usage: 'Usage: node bin/setup.mjs start|test|run FILE [arguments]',
    nodeTooOld: version => `Takeroom needs Node 20 or newer (this is ${version}). Download a current version from https://nodejs.org.`,
    installingPackages: 'Installing packages (once; about a minute)…',
    npmNotStarted: why => `npm could not be started: ${why}`,
    npmFailed: lines => `npm could not install the packages:\n${lines}`,
    inspected: 'Your network inspects encrypted connections. Ask your administrator for its root certificate, and name it: npm config set cafile FILE',
    npmSays: lines => `npm installed the packages, and says:\n${lines}`,
    noFfmpeg: older => `There is no ffmpeg 5.1 or newer${older ? ` (${older} is older)` : ''}, and npm could not fetch one: videos cannot be rendered. `
      + `Install ffmpeg, or see why with "npm rebuild ffmpeg-static --foreground-scripts".`,
    noKeychain: system => `There is no program for the keychain of this system (${system}): keys are kept in memory only, until Takeroom closes.`,
    withoutPackages: 'Takeroom runs without these packages, with limits:',
    toInstall: command => `To install them: ${command}`,
    installingSystem: names => `Installing system packages: ${names}…`,
    aptFailed: lines => `apt-get could not install them:\n${lines}`,
    notStarted: (program, why) => `${program} could not be started: ${why}`,
    without: {
      'ffmpeg': 'videos cannot be rendered, and compressed audio and video cannot be read',
      'espeak-ng': 'the practice service uses a simpler voice',
      'libsecret-1-0': 'keys are kept in memory only, until Takeroom closes',
      'gnome-keyring': 'the tests cannot use a real keychain',
      'dbus': 'the tests cannot use a real keychain',
      'chromium': 'the stories in the browser cannot run',
      'chromium-headless-shell': 'the stories in the browser take half as long again',
      'melt': 'timeline files are not read back by another editor',
      'parallel': 'deliveries made on many machines are not tried',
      'mediainfo': 'delivered files are not read by a second program',
      'libimage-exiftool-perl': 'the AI mark of delivered files is not read back',
      'strace': 'power cuts are not tried',
      'iproute2': 'the story of another machine in the network cannot run',
      'fonts-dejavu-core': 'pages and burned-in captions have no text',
      'fonts-wqy-microhei': 'Chinese text shows as empty boxes',
    },
  },
  node: {
    get: (oldest, version, other) => `Takeroom runs on Node ${oldest} or newer; this is ${version}, and npm could not fetch a newer one for this system. `
      + `Install Node ${oldest} from https://nodejs.org/en/download${other ? ` (or run "${other}")` : ''}, then run this again.`,
    setUp: (oldest, version) => `Takeroom runs on Node ${oldest} or newer; this is ${version}. "npm start" sets everything up.`,
  },
  electron: {
    fetching: 'Fetching Electron (about 110 MB, once)…',
    fetchingRest: 'Fetching the rest of Electron…',
    notFetched: why => `Electron could not be fetched: ${why}`,
    cannotRun: 'Electron cannot run on this computer, so Takeroom opens in the browser.',
    closeWindow: 'Close the window of Takeroom to quit.',
    progress: (percent, total) => `${percent}% of ${total}`,
    isBroken: 'the connection broke',
    isSilent: 'nothing has arrived for a while',
    hasChanged: 'the file has changed',
    answered: status => `the server answered with HTTP ${status}`,
  },
  host: {
    inBrowser: reason => `Takeroom opens in the browser: ${reason}.`,
    asApp: version => `Takeroom opens as an app, with Electron ${version}.`,
    noElectron: reason => `Electron cannot be used: ${reason}.`,
    badHost: '--host is followed by electron or web.',
    filesNotOpened: 'The files are not opened: drop them on the page.',
    asAsked: '--host web was given',
    portAsked: '--port or --no-open was given',
    noDisplay: 'this session has no display for an app',
    isRoot: 'Electron keeps its sandbox and so does not run as root',
    notInstalled: 'Electron is not installed',
    notFetched: 'it could not be fetched',
    notHere: 'Electron is not on this computer and could not be fetched',
  },
  build: {
    begins: 'Building Takeroom…',
    failed: lines => `Takeroom could not be built:\n${lines}`,
  },
}

/** @type {typeof en} */
const zh = {
  setUp: {
    usage: '用法：node bin/setup.mjs start|test|run 文件 [参数]',
    nodeTooOld: version => `Takeroom 需要 Node 20 或更新版本（当前为 ${version}）。请从 https://nodejs.org 下载最新版本。`,
    installingPackages: '正在安装依赖包（仅首次，约一分钟）…',
    npmNotStarted: why => `无法启动 npm：${why}`,
    npmFailed: lines => `npm 无法安装依赖包：\n${lines}`,
    inspected: '你的网络会检查加密连接。请向管理员索取根证书，并运行：npm config set cafile 文件',
    npmSays: lines => `npm 已安装依赖包，并提示：\n${lines}`,
    noFfmpeg: older => `未找到 5.1 或更新版本的 ffmpeg${older ? `（${older} 版本过旧）` : ''}，npm 也无法下载：无法渲染视频。`
      + `请安装 ffmpeg，或运行 "npm rebuild ffmpeg-static --foreground-scripts" 查看原因。`,
    noKeychain: system => `这个系统（${system}）没有可用的钥匙串程序：密钥只保存在内存中，Takeroom 关闭后即失效。`,
    withoutPackages: '缺少以下软件包，Takeroom 仍可运行，但功能受限：',
    toInstall: command => `安装命令：${command}`,
    installingSystem: names => `正在安装系统软件包：${names}…`,
    aptFailed: lines => `apt-get 无法安装：\n${lines}`,
    notStarted: (program, why) => `无法启动 ${program}：${why}`,
    without: {
      'ffmpeg': '无法渲染视频，也无法读取压缩的音频和视频',
      'espeak-ng': '练习服务使用较简单的音色',
      'libsecret-1-0': '密钥只保存在内存中，Takeroom 关闭后即失效',
      'gnome-keyring': '测试无法使用真实的钥匙串',
      'dbus': '测试无法使用真实的钥匙串',
      'chromium': '无法运行浏览器中的测试',
      'chromium-headless-shell': '浏览器中的测试要多花一半时间',
      'melt': '不用其他剪辑软件检查时间线文件',
      'parallel': '不测试多台机器上的交付',
      'mediainfo': '不用第二个软件读取成品文件',
      'libimage-exiftool-perl': '不检查成品文件的 AI 标记',
      'strace': '不测试断电',
      'iproute2': '无法运行网络中另一台机器的测试',
      'fonts-dejavu-core': '页面和烧录字幕没有文字',
      'fonts-wqy-microhei': '中文显示为空白方框',
    },
  },
  node: {
    get: (oldest, version, other) => `Takeroom 需要 Node ${oldest} 或更新版本；当前为 ${version}，npm 无法为这个系统下载更新的版本。`
      + `请从 https://nodejs.org/en/download 安装 Node ${oldest}${other ? `（或运行 "${other}"）` : ''}，然后重新运行。`,
    setUp: (oldest, version) => `Takeroom 需要 Node ${oldest} 或更新版本；当前为 ${version}。请运行 "npm start" 完成安装。`,
  },
  electron: {
    fetching: '正在下载 Electron（约 110 MB，仅首次）…',
    fetchingRest: '正在继续下载 Electron…',
    notFetched: why => `无法下载 Electron：${why}`,
    cannotRun: 'Electron 无法在这台电脑上运行，Takeroom 将在浏览器中打开。',
    closeWindow: '请关闭 Takeroom 的窗口以退出。',
    progress: (percent, total) => `${percent}%，共 ${total}`,
    isBroken: '连接中断',
    isSilent: '长时间没有收到数据',
    hasChanged: '文件已更改',
    answered: status => `服务器返回 HTTP ${status}`,
  },
  host: {
    inBrowser: reason => `Takeroom 在浏览器中打开：${reason}。`,
    asApp: version => `Takeroom 以应用方式打开，使用 Electron ${version}。`,
    noElectron: reason => `无法使用 Electron：${reason}。`,
    badHost: '--host 之后须为 electron 或 web。',
    filesNotOpened: '文件未打开：请将文件拖到页面上。',
    asAsked: '指定了 --host web',
    portAsked: '指定了 --port 或 --no-open',
    noDisplay: '当前会话没有可用的显示器',
    isRoot: 'Electron 保留沙盒，因此不能以 root 身份运行',
    notInstalled: '未安装 Electron',
    notFetched: '无法下载',
    notHere: '这台电脑上没有 Electron，且无法下载',
  },
  build: {
    begins: '正在构建 Takeroom…',
    failed: lines => `无法构建 Takeroom：\n${lines}`,
  },
}

export const textsOf = { en, zh }

/** As `languageOfSystem` of the command line: the first variable of POSIX that is set, else the locale, as on Windows. */
export function languageOf(env, locale) {
  const named = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find(value => value !== undefined && value !== '') ?? locale
  return named.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export const texts = textsOf[languageOf(process.env, new Intl.DateTimeFormat().resolvedOptions().locale)]
