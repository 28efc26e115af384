import { restoreFile } from '../../operations/restore-file.ts'
import type { Command } from '../command.ts'
import { counted, dataIn, missingWords, otherWords } from '../data-words.ts'
import { linesOf } from './verify.ts'

const NO_IMAGES = 'Images are not in the file: they are looked for where IMAGE_STORE says.'
const NOT_OURS =
  'There were pictures in the image store before, so none is ever removed from it. If no other service uses them: haat images own'

export const restore: Command = {
  name: 'restore',
  summary: 'Fills an empty database from a file that "haat backup" wrote.',
  options: { verify: { help: 'read everything back, compare it, and check all that must be true' } },
  words: ['FILE'],
  async runUnopened({ config, words: [file = ''], isGiven, pathOf, progress: tell }) {
    const verify = isGiven('verify')
    const restored = await restoreFile(config, pathOf(file), { verify, now: Date.now, tell })
    const broken = restored.verdicts.filter(({ count }) => count > 0)
    return {
      json: {
        ...dataIn(restored),
        migrated: restored.migrated,
        verified: verify,
        broken: broken.length,
        with_images: restored.withImages,
        images_are: restored.imagesAre,
      },
      text: [
        `Restored ${counted(restored)}`,
        ...(restored.withImages ? [] : [NO_IMAGES]),
        ...missingWords(restored, 'therefore not restored'),
        ...otherWords(restored, 'were not restored'),
        ...(verify ? ['Read back: every row is identical.'] : []),
        ...restored.verdicts.flatMap(linesOf),
        ...(restored.imagesAre === 'anothers' ? [NOT_OURS] : []),
        ...(restored.migrated.length > 0 ? [`Brought up to date: ${restored.migrated.join(', ')}`] : []),
      ].join('\n'),
      failed: broken.length > 0,
    }
  },
}
