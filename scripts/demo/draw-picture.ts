import sharp from 'sharp'
import { DRAWINGS, type DrawingName, type Palette } from './drawings.ts'

const EDGE = 900
const SVG = { operation: ['VipsForeignLoadSvg'] }

/** A product picture: the drawing on a softly lit wall and table. `turn` makes a second view of the same thing. */
export async function drawPicture(name: DrawingName, palette: Palette, turn = 0): Promise<Buffer> {
  const scale = 1 + turn * 0.35
  const shift = (1 - scale) * 200
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${EDGE}" height="${EDGE}">
<defs><radialGradient id="wall" cx=".35" cy=".25" r="1"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<linearGradient id="side" x1="0" x2="1"><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".09"/></linearGradient></defs>
<rect width="400" height="400" fill="${palette.ground}"/><rect width="400" height="400" fill="url(#wall)"/>
<path d="M0 300h400v100H0z" fill="#000" opacity=".045"/>
<g transform="translate(${shift} ${shift + turn * 12}) scale(${scale})">${DRAWINGS[name](palette)}</g>
<rect width="400" height="400" fill="url(#side)"/></svg>`
  // The service blocks sharp's SVG loader because it never reads SVG. Here it is unblocked for our own drawings.
  sharp.unblock(SVG)
  try {
    return await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer()
  } finally {
    sharp.block(SVG)
  }
}
