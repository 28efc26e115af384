/** What a variable of the environment says; undefined where it says nothing. */
export type Setting = (name: string) => string | undefined

/** Takes down what is wrong with a setting and how to put it right, in a sentence. */
export type Wrong = (sentence: string) => void
