/** A refusal outside the seller API: a sentence for the person who asked. */
export class Refused extends Error {}

export const noSuchStore = () => new Refused('There is no store with that id')
