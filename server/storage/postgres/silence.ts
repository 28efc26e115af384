/** What whoever was waiting is told when the server is given up. */
export class Silence extends Error {
  constructor() {
    super('PostgreSQL does not answer')
  }
}
