import { expect, test } from 'vitest'
import { equalBarcodes } from './equal-barcodes.ts'

test('a UPC-A code equals the EAN-13 and the GTIN-14 with zeros before it, whichever is given', () => {
  const all = ['00036000291452', '0036000291452', '036000291452']
  for (const code of all) expect(equalBarcodes(code).toSorted()).toEqual(all)
  expect(equalBarcodes('0036000291452')[0]).toBe('0036000291452')
  expect(equalBarcodes('4006381333931')).toEqual(['4006381333931', '04006381333931'])
  expect(equalBarcodes('96385074')).toContain('0000096385074')
})

test.each([
  ['01245617', '012100004567'],
  ['04252614', '042100005264'],
  ['01234531', '012300000451'],
  ['01234543', '012340000053'],
  ['01234565', '012345000065'],
])('the UPC-E code %s equals the UPC-A code that it abbreviates, %s', (short, whole) => {
  expect(equalBarcodes(short)).toEqual(expect.arrayContaining([short, whole, `0${whole}`]))
  for (const code of [whole, `0${whole}`]) expect(equalBarcodes(code)).toContain(short)
})

test.each(['0036000291453', '036000291453', 'AB-12', '123456789012345', '', '00360002914O2'])(
  'the code %s, which is no trade number, equals itself only',
  (code) => expect(equalBarcodes(code)).toEqual([code]),
)
