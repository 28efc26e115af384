import assert from 'node:assert/strict'
import { test } from 'node:test'
import { romanise } from '../../contract/romanise.ts'

const NAMES: Record<string, string> = {
  'शर्मा स्टोर': 'sharma stor',
  'जयपुर के दीये': 'jayapur ke diye',
  'ॐ साड़ी भंडार': 'om sari bhandar',
  'कंपनी १२३।मित्र': 'kampani 123।mitra',
  'ज़ेवर और फ़ैशन': 'zevar aur faishan',
  'श्री गणेश मार्ट, ख': 'shri ganesh mart, kha',
  'দোকান ও ভাত, অসমীয়া ৰাজ': 'dokan o bhat, asamiya raj',
  'ਸਿੰਘ ਪੰਜਾਬੀ': 'singh panjabi',
  'ગુજરાત સ્ટોર': 'gujarat stor',
  'ଓଡ଼ିଶା ହାଟ': 'orisha hata',
  'தமிழ் கடை': 'tamizh katai',
  'తెలుగు అంగడి': 'telugu angadi',
  'ಕನ್ನಡ ಅಂಗಡಿ': 'kannada angadi',
  'മലയാളം കൊച്ചി അവൻ': 'malayalam kochchi avan',
  'Lamps & दीये': 'Lamps & diye',
  'चिराग़ چراغ 灯': 'chirag چراغ 灯',
}

test('names in the scripts of India become Latin letters that their people recognise', () => {
  for (const [name, expected] of Object.entries(NAMES)) assert.equal(romanise(name), expected)
})

test('a letter is romanised the same in composed and decomposed form', () => {
  assert.equal(romanise('\u095b'), romanise('\u091c\u093c'))
  assert.equal(romanise('\u09cb\u0995'), romanise('\u09c7\u09be\u0995'))
  assert.equal(romanise('क्\u200dष'), 'ksh')
})
