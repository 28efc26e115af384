import { type Asking, type ImageStore, imageAt, PARTIAL } from '../../images/image-store.ts'
import { PROBE } from '../../images/probe.ts'
import { unlessStopped } from './unless-stopped.ts'

const FILES_AT_ONCE = 500

/** The paths of all files that were last written before that time, in batches: one query then covers a whole batch. */
export async function* oldFiles(
  images: ImageStore,
  before: number,
  stopping?: AbortSignal,
): AsyncGenerator<string[]> {
  let paths: string[] = []
  const asking: Asking = (question) => unlessStopped(stopping, question)
  for await (const { path, modifiedAt } of images.list(undefined, asking)) {
    if (stopping?.aborted) return
    if (modifiedAt > before) continue
    paths.push(path)
    if (paths.length < FILES_AT_ONCE) continue
    yield paths
    paths = []
  }
  if (paths.length > 0) yield paths
}

/** The files that are pictures of some store. */
export const picturesAt = (paths: readonly string[]) =>
  paths.flatMap((path) => (path === PROBE.path ? [] : (imageAt(path) ?? [])))

/** The remains of an upload that was cut off. Any other file there is not ours. */
export const isPartial = (path: string) =>
  PARTIAL.test(path) && imageAt(path.replace(PARTIAL, '')) !== undefined
