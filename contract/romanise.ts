const lettersFrom = (first: number, sounds: string): Record<string, string> =>
  Object.fromEntries(sounds.split(' ').map((sound, i) => [String.fromCharCode(first + i), sound]))

/** As people type on a phone: without diacritics, and with long vowels written like short ones. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...lettersFrom(0x0901, 'n n h'),
  ...lettersFrom(0x0905, 'a a i i u u ri li e e e ai o o o au'),
  ...lettersFrom(0x0915, 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n'),
  ...lettersFrom(0x092a, 'p ph b bh m y r r l l zh v sh sh s h'),
  ...lettersFrom(0x093e, 'a i i u u ri ri e e e ai o o o au'),
  ...lettersFrom(0x0950, 'om'),
  ...lettersFrom(0x0966, '0 1 2 3 4 5 6 7 8 9'),
}
const WITH_NUKTA: Readonly<Record<string, string>> = { क: 'q', ज: 'z', ड: 'r', ढ: 'rh', फ: 'f' }

/** Letters outside the order that the scripts share, each with its equivalent in Devanagari. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ ৎ: 'त्', ৰ: 'र', ৱ: 'व', '\u0a70': '\u0902' },
  ...{ ൺ: 'ण्', ൻ: 'न्', ർ: 'र्', ൽ: 'ल्', ൾ: 'ळ्', ൿ: 'क्' },
}

const WORD = /[\u0900-\u0963\u0966-\u0d7f]+/g
/** From Oriya on, a consonant's inherent vowel is also spoken at the end of a word. */
const SOUTH = 0x0b00
const ANUSVARA_AS_M = /\u0902(?=[\u092a-\u092e])/g
const CLOSING_ANUSVARA = /\u0902$/
const SYLLABLE = /([\u0915-\u0939])(\u093c?)([\u093e-\u094c]|\u094d)?/g
const JOINED_AT_END = /\u094d[यरलव]$/

/**
 * Writes Indian scripts in Latin letters: simple spellings that people recognise, not an exact transcription. Unicode
 * places nine scripts, Devanagari to Malayalam, 128 code points apart, all in ISCII order, so one table serves all.
 */
export const romanise = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u200c\u200d]/g, '')
    .replace(WORD, romaniseWord)

function romaniseWord(word: string): string {
  const isSouthern = word.charCodeAt(0) >= SOUTH
  const letters = inDevanagari(word).replace(ANUSVARA_AS_M, 'm')
  const isSpoken = isSouthern || JOINED_AT_END.test(letters)
  return (isSouthern ? letters.replace(CLOSING_ANUSVARA, 'm') : letters)
    .replace(SYLLABLE, (syllable, consonant: string, nukta: string, sign: string | undefined, at: number) => {
      const isAtEnd = at > 0 && at + syllable.length === letters.length
      const own = isAtEnd && !isSpoken ? '' : 'a'
      const vowel = sign === undefined ? own : (SOUNDS[sign] ?? '')
      return ((nukta && WITH_NUKTA[consonant]) || SOUNDS[consonant]) + vowel
    })
    .replace(/[^a-z]/g, (letter) => SOUNDS[letter] ?? '')
}

const inDevanagari = (word: string): string =>
  Array.from(
    word,
    (letter) => ELSEWHERE[letter] ?? String.fromCharCode(0x0900 + (letter.charCodeAt(0) % 0x80)),
  ).join('')
