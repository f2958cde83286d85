import type { ZipFile } from './unzip.ts'

/** How many sheets a workbook has, and which one a part of it contains; undefined if that isn't stated clearly. */
type SheetParts = { count: number; sheetOf: (part: string) => string | undefined }

/** Reads the workbook's list of sheets (ECMA-376 part 1, 18.2.19) and its relationships. */
export async function sheetParts(zip: ZipFile): Promise<SheetParts> {
  const workbook = await textOf(zip, 'xl/workbook.xml')
  const relationships = await textOf(zip, 'xl/_rels/workbook.xml.rels')
  const targets = new Map(
    tagsOf(relationships, 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      partName(attribute(tag, 'Target') ?? ''),
    ]),
  )
  const sheets = new Map<string, string>()
  const listed = tagsOf(workbook, 'sheet')
  for (const tag of listed) {
    const part = targets.get(attribute(tag, 'r:id'))
    const name = attribute(tag, 'name')
    // An entity can stand for any letter: then the part counts as one of unknown content.
    if (part && name && !name.includes('&')) sheets.set(part, name)
  }
  return { count: listed.length, sheetOf: (part) => sheets.get(part.toLowerCase()) }
}

async function textOf(zip: ZipFile, name: string): Promise<string> {
  return (await zip.unpack(name))?.content.toString('utf8') ?? ''
}

function tagsOf(xml: string, name: string): string[] {
  // Limits the tag's length: otherwise a million tags that never end would each be scanned to the end of the file.
  return [...xml.matchAll(new RegExp(`<${name}\\s[^>]{0,2000}>`, 'g'))].map(([tag]) => tag)
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

/** A target is relative to the workbook's folder, or absolute. */
function partName(target: string): string {
  return (target.startsWith('/') ? target.slice(1) : `xl/${target}`).toLowerCase()
}
