/** The environment of every program that the studio starts: the names listed here and nothing else, so that no key is inherited. */
import process from 'node:process'

type Environment = Readonly<Record<string, string | undefined>>

/** Where programs, libraries, fonts, voices and temporary files are, and which language is spoken. */
const forAnyProgram = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'ESPEAK_DATA_PATH'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'PSMODULEPATH', 'PROCESSOR_ARCHITECTURE', 'NUMBER_OF_PROCESSORS'],
  ...['USERPROFILE', 'USERNAME', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
])
/** Where Node keeps compiled sources: a thread that has to compile its own starts half as fast. */
const compileCache = 'NODE_COMPILE_CACHE'
const ofTheLocale = /^LC_(?:ALL|CTYPE|COLLATE|MESSAGES|MONETARY|NUMERIC|TIME)$/

/** A browser also has to find the display, the desktop and its session. */
const forTheDesktop = /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|BROWSER|DESKTOP_SESSION|DBUS_SESSION_BUS_ADDRESS|XMODIFIERS|WSLENV)$|^(?:XDG|GDK|GTK|QT|KDE|GNOME|MOZ|WSL)_[A-Z\d_]+$/

/** `desktop` is for programs that open a window. Names are compared without case, as Windows writes them in any. */
export function childEnvironment(use: 'program' | 'desktop' = 'program', from: Environment = process.env): Record<string, string> {
  const isAllowed = (name: string) => forAnyProgram.has(name) || name === compileCache || ofTheLocale.test(name)
    || (use === 'desktop' && forTheDesktop.test(name) && !/KEY|TOKEN|SECRET|PASSW/.test(name))
  return Object.fromEntries(Object.entries(from).flatMap(([name, value]) =>
    value !== undefined && isAllowed(name.toUpperCase()) ? [[name, value]] : []))
}
