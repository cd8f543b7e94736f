/** Whether a Linux machine runs on its battery, as the kernel says it. Where nothing is known, it is taken for mains power. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function isOnBattery(folder = '/sys/class/power_supply'): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  const supplies = await Promise.all(names.map(async (name) => {
    const [type, online, status, scope] = await Promise.all(['type', 'online', 'status', 'scope'].map(fact =>
      readFile(join(folder, name, fact), 'utf8').then(text => text.trim(), () => '')))
    // The battery of a mouse says nothing about the machine.
    return scope === 'Device' ? { type: '', online: '', status: '' } : { type, online, status }
  }))
  const isFed = supplies.some(({ type, online }) => type !== 'Battery' && online === '1')
  return !isFed && supplies.some(({ type, status }) => type === 'Battery' && status === 'Discharging')
}
