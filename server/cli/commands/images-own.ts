import { type OwnImages, ownImages } from '../../actions/images/own-images.ts'
import type { Whose } from '../../rules/images/whose-images.ts'
import { countWords } from '../../rules/values/count-words.ts'
import type { Command } from '../command.ts'

const WHOSE: Record<Whose, string> = {
  ours: "this installation's",
  unmarked: "this installation's, which is yet to mark them",
  nobodys: 'yet to come',
  missing: 'missing, as the image store is empty',
  anothers: "another installation's",
}

export const imagesOwn: Command = {
  name: 'images own',
  summary: 'Takes over the pictures in the image store from an installation that is gone.',
  options: { yes: { help: 'do it; without this, only says what would happen' } },
  async run({ world, isGiven }) {
    const confirmed = isGiven('yes')
    const found = await ownImages(world, { confirmed })
    return { json: { ...found, owned: confirmed }, text: confirmed ? done(found) : foretold(found) }
  },
}

const done = (found: OwnImages) =>
  `The pictures are this installation's now: ${counts(found)}. Those that are not will be removed within two hours.`

const foretold = (found: OwnImages) =>
  `The pictures are ${WHOSE[found.whose]}: ${counts(found)}.${
    found.whose === 'anothers'
      ? ' Those that are not would be removed. If no other service uses them: haat images own --yes'
      : ''
  }`

const counts = ({ known, unknown }: OwnImages) =>
  `${countWords(known, 'is', 'are')} known to this database, ${countWords(unknown, 'is', 'are')} not`
