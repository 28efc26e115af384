import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import type { CheckedUpload } from '../../rules/images/image-fields.ts'
import { dropImageUses } from '../../storage/images/images.ts'
import { findStore, holdStore, updateStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { keepImages, noteImageUses, storeUploads } from '../images/keep-images.ts'
import { isSwept, sweptSentence } from '../images/swept-pictures.ts'
import type { SettingsNote } from './change-settings.ts'

/** The store's picture: a checked upload, a URL, or null for none. */
export async function changeLogo(
  world: World,
  storeId: string,
  image: string | CheckedUpload | null,
  note?: SettingsNote,
): Promise<string | null> {
  const sent = image === null ? [] : [image]
  await storeUploads(world, storeId, sent)
  return world.db.transaction(async (tx) => {
    // Without the lock, two concurrent changes would each leave the other's picture in use for good.
    if (!(await holdStore(tx, storeId))) throw new DashboardError('store_not_found')
    const kept = await keepImages(tx, world, storeId, sent)
    const shown = (await findStore(tx, storeId))?.logo ?? null
    if (image !== null && isSwept(world, storeId, kept, image, shown ? [shown] : []))
      throw wrongField('primary_image', sweptSentence('The logo'))
    const logo = kept.gone.size > 0 ? shown : (kept.values[0] ?? null)
    if (logo === shown) return logo
    await dropImageUses(tx, storeId, { kind: 'store', id: storeId }, world.now())
    await noteImageUses(tx, world, storeId, { kind: 'store', id: storeId }, kept.values)
    await updateStore(tx, storeId, { logo })
    await note?.(tx, ['logo'])
    return logo
  })
}
