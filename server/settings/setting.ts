/** The value of an environment variable; undefined if it is unset or empty. */
export type Setting = (name: string) => string | undefined

/** Notes a sentence that says what is wrong with a setting and how to correct it. */
export type Wrong = (sentence: string) => void
