import { backUp } from '../../operations/backup.ts'
import type { Command } from '../command.ts'
import { counted, dataIn, megabytes, missingWords, otherWords } from '../data-words.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'Writes everything to a file, while the service runs.',
  options: { 'without-images': { help: 'leave out uploaded images, where a bucket keeps them safe' } },
  words: ['FILE'],
  async runUnopened({ config, words: [file = ''], isGiven, pathOf, log, progress: tell }) {
    const path = pathOf(file)
    const withImages = !isGiven('without-images')
    const made = await backUp(config, path, { withImages, now: Date.now, log, tell })
    const secret = made.secretFile ? `the file ${made.secretFile}` : 'HAAT_SECRET'
    return {
      json: { file: path, bytes: made.bytes, ...dataIn(made) },
      text: [
        `Wrote ${path}: ${megabytes(made.bytes)}, ${counted(made)}`,
        ...(withImages ? [] : ['Images are not in it. They stay where IMAGE_STORE says.']),
        ...missingWords(made, 'therefore not in the file'),
        ...otherWords(made, 'are not in it'),
        `Also keep a copy of ${secret}, in another place: the backup does not contain it, and without it no API key works.`,
      ].join('\n'),
    }
  },
}
