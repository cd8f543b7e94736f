/** What this page cannot decode is seen and heard all the same: in Deliver what was delivered, in the library what came in. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'

const sizeOf = (video: HTMLVideoElement): number[] => [video.videoWidth, video.videoHeight]

test('a film in ProRes plays in Deliver by its preview, and says so when its file was moved', async ({ studio, service }) => {
  test.slow()
  await studio.enterWith(service)
  await studio.projects.create('Salt road')
  const { page, script, deliver } = studio
  await script.paste('MARA: Hello there.', 1)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  const room = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await room('Deliver')
  // What is needed first is open; the rest is folded and says what is chosen.
  const group = (name: string) => deliver.form.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(group('Loudness')).toHaveAttribute('aria-expanded', 'false')
  await expect(group('Loudness')).toContainText('−14')
  await deliver.choosePreset('Podcast MP3')
  await expect(group('Loudness')).toHaveAttribute('aria-expanded', 'true')
  await expect(deliver.form.getByRole('checkbox', { name: 'Meet shop requirements' })).toHaveCount(0)
  await deliver.choosePreset('Audiobook for shops')
  await expect(deliver.form.getByRole('checkbox', { name: 'Meet shop requirements' })).toBeVisible()
  await deliver.choosePreset('ProRes 422 HQ')
  const folder = await deliver.deliver('Salt road')
  const place = page.getByRole('region', { name: 'Deliver', exact: true })
  const film = place.locator('video')
  await expect(film).toBeVisible()
  await expect.poll(() => film.evaluate(sizeOf)).toEqual([960, 540])
  await place.getByRole('button', { name: /^Play/ }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
  await expect.poll(() => film.evaluate(video => Reflect.get(video, 'webkitAudioDecodedByteCount'))).toBeGreaterThan(0)

  await rename(join(folder, 'Salt road.mov'), join(folder, 'moved.mov'))
  await room('Script')
  await room('Deliver')
  await expect(place).toContainText(/moved, renamed or deleted/)
})

test('a film and a sound that came in in codecs of other programs play in the library', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2']
  const sound = ['-f', 'lavfi', '-i', 'sine=440:d=2']
  const files = await Promise.all([
    media.make('mpeg.mkv', [...picture, ...sound, '-c:v', 'mpeg2video', '-c:a', 'mp2']),
    // The page would play its picture without the sound.
    media.make('dolby.mp4', [...picture, ...sound, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'ac3']),
    media.make('dolby.ac3', [...sound, '-c:a', 'ac3']),
    media.make('film.mov', [...picture, '-c:v', 'prores_ks']),
  ])
  await studio.lookAround()
  const { shell, library } = studio
  await shell.go('Library')
  await library.import(files)
  await expect(library.takes).toHaveCount(4)
  const film = library.inspector.locator('video')
  for (const name of ['mpeg', 'film']) {
    await library.take(name).click()
    await expect.poll(() => film.evaluate(sizeOf)).toEqual([320, 180])
  }
  await library.take('dolby').first().click()
  for (const at of [0, 1]) {
    await library.take('dolby').nth(at).click()
    await library.inspector.getByRole('button', { name: /^Play/ }).click()
    // The preview takes the place of what cannot be heard.
    if (await film.count() > 0) {
      await expect(async () => {
        if (await film.evaluate((video: HTMLVideoElement) => video.paused))
          await library.inspector.getByRole('button', { name: /^Play/ }).click()
        expect(await film.evaluate(video => Reflect.get(video, 'webkitAudioDecodedByteCount'))).toBeGreaterThan(0)
      }).toPass()
    }
    else {
      await expect.poll(() => library.sound.secondsNow()).toBeGreaterThan(0.2)
    }
  }
  await media.close()
})
