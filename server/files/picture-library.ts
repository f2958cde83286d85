import sharp from 'sharp'

// The library that decodes and encodes pictures; imported by the first one, because it takes memory. Only three of its
// decoders are enabled, whatever type a file claims.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
