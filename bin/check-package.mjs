/** Stops electron-builder when a package lacks an ffmpeg for its own system: without one nobody could render, or read what was made. */
import { Buffer } from 'node:buffer'
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'

/** As electron-builder numbers them. */
const architectures = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

/** The hook `afterPack`: runs on the unpacked program, before it is signed and put into an installer. */
export default function checkPackage({ appOutDir, electronPlatformName: system, arch, packager }) {
  const architecture = architectures[arch]
  const resources = system === 'darwin'
    ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources')
  const name = system === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  // Where the packaged studio looks first, and where electron-builder puts ffmpeg-static.
  const places = [[name], ['ffmpeg', name], ['app.asar.unpacked', 'node_modules', 'ffmpeg-static', name]]
    .map(parts => join(resources, ...parts))
  const reasons = places
    .filter(path => existsSync(path) && !isFolder(path))
    .map(path => ({ path, reason: whyUnusable(path, system, architecture) }))
  const usable = reasons.find(({ reason }) => reason === null)
  if (usable) {
    process.stdout.write(`The package contains ffmpeg: ${relative(appOutDir, usable.path)}\n`)
    return
  }
  const found = reasons.map(({ path, reason }) => `${relative(appOutDir, path)} ${reason}`).join('; ') || 'none was found'
  throw new Error(
    `This package for ${system} ${architecture} has no ffmpeg (${found}). Fetch one into node_modules/ffmpeg-static and pack again, with FFMPEG_BIN unset: `
    + `npm_config_platform=${system} npm_config_arch=${architecture} node node_modules/ffmpeg-static/install.js`,
  )
}

function isFolder(path) {
  return statSync(path).isDirectory()
}

/** Null when the program can run there. */
function whyUnusable(path, system, architecture) {
  if (system !== 'win32' && process.platform !== 'win32' && !isExecutable(path))
    return 'is not executable'
  const built = builtFor(path)
  if (built === null)
    return 'is no program'
  if (built.system !== system)
    return `is for ${built.system}`
  const isFitting = built.architecture === 'universal'
    || built.architecture === architecture
    // One program of Apple's old processors runs on the new ones, too.
    || (system === 'darwin' && architecture === 'universal' && built.architecture === 'x64')
  return isFitting ? null : `is for ${built.architecture}`
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  }
  catch {
    return false
  }
}

const processors = {
  elf: { 0x03: 'ia32', 0x3E: 'x64', 0x28: 'armv7l', 0xB7: 'arm64' },
  pe: { 0x14C: 'ia32', 0x8664: 'x64', 0xAA64: 'arm64' },
  machO: { 0x01000007: 'x64', 0x0100000C: 'arm64' },
}

/** The system and processor in the program's header (ELF, PE or Mach-O); null when it has none of these. */
function builtFor(path) {
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(1024)
  const length = readSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
  if (length < 64)
    return null
  if (bytes.toString('latin1', 0, 4) === '\x7FELF')
    return { system: 'linux', architecture: processors.elf[bytes.readUInt16LE(18)] ?? 'another processor' }
  if (bytes.toString('latin1', 0, 2) === 'MZ') {
    const at = bytes.readUInt32LE(0x3C)
    return at + 6 <= length && bytes.toString('latin1', at, at + 4) === 'PE\0\0'
      ? { system: 'win32', architecture: processors.pe[bytes.readUInt16LE(at + 4)] ?? 'another processor' }
      : null
  }
  if (bytes.readUInt32BE(0) === 0xCAFEBABE)
    return { system: 'darwin', architecture: 'universal' }
  return bytes.readUInt32LE(0) === 0xFEEDFACF
    ? { system: 'darwin', architecture: processors.machO[bytes.readUInt32LE(4)] ?? 'another processor' }
    : null
}
