/** What renditions are made of: the files of takes, and delivered files, which no take has. */
import type { Delivery } from '#contract/deliveries.ts'
import type { Asset } from '#contract/takes.ts'
import type { AssetId, DeliveryId } from '#contract/words.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Database } from '../storage/database.ts'
import type { Assets } from './assets.ts'
import type { Deliveries } from './deliveries.ts'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { mimeOf } from '#rules/deliver/formats.ts'
import { shownName } from '#rules/deliver/frames.ts'
import { sha256 } from '../base/hash.ts'
import { deliveredFiles, pathOfDelivered } from './deliveries.ts'

type Sources = Pick<Assets, 'get' | 'pathOf' | 'ids'>
type Delivered = Pick<Delivery, 'id' | 'folder' | 'files'>

export interface DeliveredSources extends Sources {
  /** The id of its film, sound or picture among the sources: another when the file was changed. Null where the file is missing. */
  idOf: (delivery: Delivered) => Promise<AssetId | null>
}

interface Found {
  readonly id: AssetId
  readonly path: InsidePath
  readonly sizeBytes: number
  /** The first half of its MIME type. */
  readonly medium: string
  readonly extension: string
}

const media: Readonly<Partial<Record<Delivery['files'][number]['role'], string>>>
  = { video: 'video', frames: 'image', audio: 'audio', picture: 'image' }
const unmeasured = { framesPerSecond: null, sampleRate: null, channels: null, hasPeaks: false, hasPoster: false, isMissing: false } as const

/** Null where it is missing, or cannot be examined. */
async function find({ id, folder, files }: Delivered): Promise<Found | null> {
  const file = files.find(({ role }) => role in media)
  const path = file ? pathOfDelivered({ folder }, { name: shownName(file) }) : null
  const there = path === null ? null : await stat(path).catch(() => null)
  if (!file || path === null || !there?.isFile())
    return null
  return {
    // As long as that of an asset, and of other bytes than any file has.
    id: sha256(Buffer.from(JSON.stringify(['delivered', id, file.name, there.size, there.mtimeMs]))) as AssetId,
    path,
    sizeBytes: there.size,
    medium: media[file.role] ?? '',
    extension: extname(file.name).slice(1).toLowerCase(),
  }
}

export function createDeliveredSources({ db, assets, deliveries }: {
  db: Pick<Database, 'all'>
  assets: Sources
  deliveries: Pick<Deliveries, 'get'>
}): DeliveredSources {
  const known = new Map<AssetId, DeliveryId>()
  const paths = new Map<AssetId, InsidePath>()

  async function note(delivery: Delivered): Promise<Found | null> {
    const found = await find(delivery)
    if (found) {
      known.set(found.id, delivery.id)
      paths.set(found.id, found.path)
    }
    return found
  }

  async function noteAll(): Promise<void> {
    for (const { deliveryId, ...files } of await deliveredFiles(db))
      await note({ id: deliveryId, ...files })
  }

  return {
    idOf: async delivery => (await note(delivery))?.id ?? null,
    pathOf: (asset, variant) => paths.get(asset.id) ?? assets.pathOf(asset, variant),
    async ids() {
      await noteAll()
      return new Set([...await assets.ids(), ...known.keys()])
    },
    async get(assetId) {
      const deliveryId = known.get(assetId)
      if (deliveryId === undefined)
        return assets.get(assetId)
      const delivery = await deliveries.get(deliveryId).catch(() => null)
      const found = delivery && await find(delivery)
      return delivery && found?.id === assetId ? asAsset(delivery, found) : undefined
    },
  }
}

function asAsset({ durationSeconds, width, height }: Delivery, { id, medium, extension, sizeBytes }: Found): Asset {
  const mime = mimeOf(extension)
  return {
    ...{ id, extension, sizeBytes, durationSeconds, ...unmeasured },
    mime: mime.startsWith(`${medium}/`) ? mime : `${medium}/x-${extension}`,
    ...medium === 'audio' ? { width: null, height: null } : { width, height },
  }
}
