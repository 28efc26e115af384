import { count } from '../format.ts'

/** About several things of a list at once. */
export const manyTexts = {
  choose: (name: string) => `Choose ${name}`,
  all: 'All on this page',
  chosen: (things: number) => `${count(things)} chosen`,
  none: 'Choose none',
  most: (most: number) => `No more than ${count(most)} can be chosen at once.`,
  perhapsDone:
    'Some may be done already: the list shows how they are now. Doing it again does nothing twice.',
  left: 'Left as they are:',
}
