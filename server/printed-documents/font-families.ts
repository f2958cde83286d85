import { createRequire } from 'node:module'

/**
 * The fonts of PDFs: Inter for Latin, Greek and Cyrillic, and a font for each further script. Those come in slices of
 * some hundred characters, decompressed when a document needs them: a Chinese font as one file would take 10 MB and a
 * second.
 */
export const weights = { regular: 400, strong: 600 } as const
export type Weight = keyof typeof weights

export const require = createRequire(import.meta.url)

/**
 * `ranges` lists the characters of each slice, beside the folder of its files, whose names begin with `prefix`.
 * `isStatic`: it has a file for each weight instead of an axis.
 */
export type Family = Readonly<{ ranges: string; prefix: string; isStatic?: true }>

const noto = (script: string, ranges: string): Family => ({ ranges, prefix: `noto-sans-${script}` })

/** The families of all scripts but Latin, Greek and Cyrillic. */
export const families = {
  // Noto Sans Arabic composes letters from shared parts: their text couldn't be copied.
  arabic: {
    ranges: require.resolve('@fontsource/ibm-plex-sans-arabic/unicode.json'),
    prefix: 'ibm-plex-sans-arabic',
    isStatic: true,
  },
  hebrew: noto('hebrew', require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json')),
  thai: noto('thai', require.resolve('@fontsource-variable/noto-sans-thai/unicode.json')),
  devanagari: noto('devanagari', require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json')),
  simplified: noto('sc', require.resolve('@fontsource-variable/noto-sans-sc/unicode.json')),
  traditional: noto('tc', require.resolve('@fontsource-variable/noto-sans-tc/unicode.json')),
  japanese: noto('jp', require.resolve('@fontsource-variable/noto-sans-jp/unicode.json')),
  korean: noto('kr', require.resolve('@fontsource-variable/noto-sans-kr/unicode.json')),
  // In one color, as the rest of a document.
  emoji: { ranges: require.resolve('@fontsource-variable/noto-emoji/unicode.json'), prefix: 'noto-emoji' },
} as const satisfies Record<string, Family>
export type FamilyName = keyof typeof families

/** The languages that write the same Chinese characters in different shapes. */
export type EastAsian = 'simplified' | 'traditional' | 'japanese' | 'korean'

/** The script used at a company's location, judging by its time zone. */
export function eastAsianAt(time_zone: string): EastAsian {
  if (time_zone === 'Asia/Tokyo' || time_zone === 'Japan') return 'japanese'
  if (/^(Asia\/(Seoul|Pyongyang)|ROK)$/.test(time_zone)) return 'korean'
  return /^(Asia\/(Taipei|Hong_Kong|Macau|Macao)|ROC|Hongkong)$/.test(time_zone) ? 'traditional' : 'simplified'
}

/** The families of Chinese characters. */
export const eastAsian = ['simplified', 'traditional', 'japanese', 'korean'] as const
