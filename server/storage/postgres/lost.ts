/** The error of all work that waits for a server which is given up. */
export class Lost extends Error {
  constructor(says = 'PostgreSQL does not answer') {
    super(says)
  }
}

/** The server answers and refuses every write: a standby, or one that is set to read-only. */
export class ReadOnly extends Lost {
  constructor() {
    super('PostgreSQL takes no writes')
  }
}
