/** What a mail says, top to bottom, in plain text; it is escaped where it is shown. */
export interface LetterContent {
  /** The sender's name; the service's own where there is no store. */
  storeName?: string
  heading: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Small print below the button, such as how long the link works. */
  afterword?: string
}
