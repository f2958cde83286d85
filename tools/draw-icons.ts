import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

// Draws the icons of the installed app from web/public/icon.svg: `node tools/draw-icons.ts` after changing the drawing.

const folder = join(import.meta.dirname, '../web/public')
const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8')
/**
 * Phones cut their own shape from these, and show at least the middle 80 %: the background reaches the edges, and the
 * symbol is smaller.
 */
const forAnyShape = drawing
  .replace(' rx="8"', '')
  .replace('<path ', '<path transform="translate(16 16) scale(0.82) translate(-16 -16)" ')

const icons = [
  { name: 'icon-192.png', svg: drawing, size: 192 },
  { name: 'icon-512.png', svg: drawing, size: 512 },
  { name: 'icon-maskable-192.png', svg: forAnyShape, size: 192 },
  { name: 'icon-maskable-512.png', svg: forAnyShape, size: 512 },
  { name: 'apple-touch-icon.png', svg: forAnyShape, size: 180 },
]

for (const { name, svg, size } of icons) {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  const file = await picture.png({ palette: true, compressionLevel: 9 }).toBuffer()
  writeFileSync(join(folder, name), file)
  console.log(`${name}: ${size} × ${size}, ${file.length} bytes`)
}
