import { type OwnImages, ownImages } from '../../actions/images/own-images.ts'
import type { Whose } from '../../rules/images/whose-images.ts'
import type { Command } from '../command.ts'

const WHOSE: Record<Whose, string> = {
  ours: "this installation's",
  unmarked: "this installation's, which is yet to mark them",
  nobodys: 'yet to come',
  missing: 'not here: nothing is, and nothing marks the place',
  anothers: "another installation's",
}

export const imagesOwn: Command = {
  name: 'images own',
  summary:
    "Makes the pictures of the image store this installation's, where the one that marked them is gone.",
  options: { yes: { help: 'do it; without it, only what would follow is said' } },
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
      ? ' Those that are not would be removed. Where no other service uses them: haat images own --yes'
      : ''
  }`

const counts = ({ known, unknown }: OwnImages) => `${known} are known to this database, ${unknown} are not`
