type Size = Readonly<{ width: number; height: number }>
type Box = Size & Readonly<{ left: number; top: number }>

/** Around the frame, as a share of it: a code that fills the frame has its margins outside. */
const margin = 0.08

/**
 * The part of a camera's picture that is inside the frame, in the picture's pixels. `shown` is the box that the picture
 * fills, cut off where its shape differs (`object-fit: cover`).
 */
export function visiblePart(picture: Size, shown: Box, frame: Box): Box {
  const scale = Math.max(shown.width / picture.width, shown.height / picture.height)
  const along = (size: number, shownFrom: number, shownSize: number, from: number, length: number) => {
    const start = shownFrom + (shownSize - size * scale) / 2
    const first = Math.max(0, (from - length * margin - start) / scale)
    const last = Math.min(size, (from + length * (1 + margin) - start) / scale)
    return [Math.floor(first), Math.max(1, Math.floor(last - first))] as const
  }
  const [left, width] = along(picture.width, shown.left, shown.width, frame.left, frame.width)
  const [top, height] = along(picture.height, shown.top, shown.height, frame.top, frame.height)
  return { left, top, width, height }
}
