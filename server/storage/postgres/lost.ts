/** What whoever waits is told when the server is given up. */
export class Lost extends Error {
  constructor(says = 'PostgreSQL does not answer') {
    super(says)
  }
}

/** It answers, and refuses every write: a standby, or one that is set so. */
export class ReadOnly extends Lost {
  constructor() {
    super('PostgreSQL takes no writes')
  }
}
