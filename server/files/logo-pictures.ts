import { limits } from '../../contract/limits.ts'
import { refuse } from '../platform/refusal.ts'
import { checkPixels, whenFree, readable, startsAs } from './pictures.ts'

const notALogo = 'This file can’t be read. Use a PNG or JPEG file.'

/**
 * Decodes a PNG or JPEG and re-encodes it as a PNG of at most 256 colors, no larger than documents show it: pixels
 * only, without metadata. Other types are refused by their first bytes, whatever their name says; an SVG can hold
 * scripts and addresses. Refuses unreadable_file and busy.
 */
export async function readLogoPicture(
  org_id: string,
  file: Uint8Array,
): Promise<{ png: Buffer; width: number; height: number }> {
  if (!startsAs(file, ['png', 'jpeg'])) refuse('unreadable_file', undefined, notALogo)
  return whenFree(org_id, async () => {
    await checkPixels(file, notALogo)
    const { sharp } = await import('./picture-library.ts')
    const { data, info } = await readable(
      sharp(file, { limitInputPixels: limits.picturePixels, failOn: 'error' })
        .autoOrient()
        .timeout({ seconds: limits.pictureSeconds })
        .resize({ width: limits.logoWidth, height: limits.logoHeight, fit: 'inside', withoutEnlargement: true })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer({ resolveWithObject: true }),
      notALogo,
    )
    return { png: data, width: info.width, height: info.height }
  })
}
