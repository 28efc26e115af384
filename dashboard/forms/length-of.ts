/** Characters as the API counts them: code points. */
export const lengthOf = (value: string) => [...value].length
