// JavaScript, because customers' browsers run this file without a build step.

/** Lengths of the longer edge, tried in this order. Customers see at most 1,280 pixels. */
const EDGES = [3000, 2000, 1200]
const QUALITY = 0.88
/** Never redrawn: a canvas would keep only the first frame of an animation. */
const MOVING = 'image/gif'

/** Gives the file unchanged where it is within the limits, else a smaller JPEG; undefined where that fails. */
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
  context.fillStyle = '#fff' // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
