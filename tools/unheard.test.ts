import { expect, it } from 'vitest'
import { asyncFunctions, checkUnheard, unheardCalls } from './unheard.ts'

it('finds an async function of a transaction that is called and not awaited', () => {
  const functions =
    'export async function writeOne(tx: Tx) {}\nconst writeTwo = async (tx: Tx) => {}\nfunction plain(tx: Tx) {}'
  expect(asyncFunctions(functions)).toEqual(['writeOne', 'writeTwo'])
  const calls =
    'void writeOne(tx, 1)\nawait writeTwo(tx)\n  void writeTwo(tx)\nvoid plain(tx)\nvoid tx.run(x)\nconst kept = other ? null : writeOne(tx)\nconst got = await writeOne(tx)\nconst it = plain(tx)'
  expect(unheardCalls(calls, new Set(asyncFunctions(functions))).map((line) => line.split(' is ')[0])).toEqual([
    '1: writeOne',
    '3: writeTwo',
    '6: writeOne',
  ])
})

it('and there is none', () => expect(checkUnheard()).toEqual([]))
