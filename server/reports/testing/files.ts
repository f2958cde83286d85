import { crc32, inflateRawSync } from 'node:zlib'
import { read, utils } from '@e965/xlsx'
import type { Client } from '../../testing/app.ts'

/** A downloaded file: its name, type and bytes. Throws the refusal if there is none. */
export async function downloaded(client: Client, path: string): Promise<{ name: string; type: string; bytes: Buffer }> {
  const response = await client.fetch(`/api/v1/reports/${path}`)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return {
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** The rows of a downloaded CSV. */
export async function csvRows(client: Client, path: string): Promise<string[][]> {
  return strictCsv((await downloaded(client, path)).bytes.toString('utf8'))
}

/** The sheets of a downloaded workbook, each as rows of values. */
export async function workbookRows(client: Client, path: string): Promise<Record<string, unknown[][]>> {
  return rowsOfWorkbook((await downloaded(client, path)).bytes)
}

export function rowsOfWorkbook(bytes: Buffer): Record<string, unknown[][]> {
  const { SheetNames, Sheets } = read(bytes)
  return Object.fromEntries(
    SheetNames.map((name) => [name, utils.sheet_to_json(Sheets[name] ?? {}, { header: 1, raw: true, defval: null })]),
  )
}

/** The parts of an archive as texts; throws if its list, headers and bytes disagree. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x0605_4b50) throw new Error('the archive does not end with its list')
  const parts = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let entry = archive.readUInt16LE(end + 10); entry > 0; entry--) {
    const [crc, packed, bytes] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    if (archive.toString('utf8', local + 30, local + 30 + nameLength) !== name) throw new Error(`${name} is not there`)
    const begin = local + 30 + nameLength
    const content = inflateRawSync(archive.subarray(begin, begin + packed))
    // Data that wasn't known before the bytes comes after them; everything else is in the header before them.
    const isBehind = (archive.readUInt16LE(local + 6) & 0x0008) !== 0
    const described = [4, 8, 12].map((offset) =>
      archive.readUInt32LE(isBehind ? begin + packed + offset : local + 10 + offset),
    )
    const said = [crc, packed, bytes].join()
    if (described.join() !== said || [crc32(content), packed, content.length].join() !== said)
      throw new Error(`${name}: its sizes or its checksum are wrong`)
    parts.set(name, content.toString('utf8'))
    at += 46 + nameLength
  }
  if (at !== end) throw new Error('the list has another length')
  return parts
}

/**
 * Reads CSV as defined by RFC 4180, and throws for anything else: requires a byte order mark, lines that end in CR LF
 * (including the last one), quotes only around whole fields and doubled inside them, and the same number of fields in
 * each line.
 */
export function strictCsv(text: string): string[][] {
  if (!text.startsWith('\uFEFF')) throw new Error('there is no byte order mark')
  const rows: string[][] = []
  let row: string[] = []
  let at = 1
  while (at < text.length) {
    const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
    field.lastIndex = at
    const found = field.exec(text)
    if (!found) throw new Error(`no field at ${at}`)
    row.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'))
    at = field.lastIndex
    if (text[at] === ',') at += 1
    else if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`neither a comma nor the end of a line at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`)
  }
  if (row.length > 0) throw new Error('the last line does not end')
  if (rows.some(({ length }) => length !== rows[0]?.length)) throw new Error('lines have different numbers of fields')
  return rows
}
