// JavaScript, as customers' browsers run it as it stands.

/** Longest edges, tried one after the other. Customers see at most 1,280 pixels. */
const EDGES = [3000, 2000, 1200]
const QUALITY = 0.88
/** Drawn anew it would no longer move. */
const MOVING = 'image/gif'

/** The file as it is, or drawn smaller where a camera made it larger than is taken; undefined where that fails. */
export async function fitPicture(file, { bytes, pixels }) {
  const isLight = file.size <= bytes
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap || file.type === MOVING) return isLight ? file : undefined
  try {
    if (isLight && bitmap.width * bitmap.height <= pixels) return file
    for (const edge of EDGES) {
      const drawn = await drawSmaller(bitmap, edge)
      if (drawn && drawn.size <= bytes) return drawn
    }
    return undefined
  } finally {
    bitmap.close()
  }
}

function drawSmaller(bitmap, edge) {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff' // a JPEG has nothing to see through
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
