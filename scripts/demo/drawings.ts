/** The colours of a drawing. The demo store's drawings each fit into 400 by 400. */
export interface Palette {
  ground: string
  main: string
  shade: string
  light: string
}

type Drawing = (p: Palette) => string

const shadow = (rx: number, cy = 338) =>
  `<ellipse cx="200" cy="${cy}" rx="${rx}" ry="14" fill="#000" opacity=".1"/>`

const lamp: Drawing = ({ main, shade, light }) => `${shadow(104)}
<path d="M200 92c16 22 26 36 26 52a26 26 0 0 1-52 0c0-16 10-30 26-52z" fill="#f6b43c"/>
<path d="M200 120c8 12 13 19 13 28a13 13 0 0 1-26 0c0-9 5-16 13-28z" fill="#fff1c9"/>
<path d="M92 182h216c0 44-44 70-88 74v40h-40v-40c-44-4-88-30-88-74z" fill="${main}"/>
<path d="M92 182h216c0 8-2 16-5 23H97c-3-7-5-15-5-23z" fill="${light}"/>
<path d="M140 296h120l16 36H124z" fill="${shade}"/><path d="M180 256h40v40h-40z" fill="${shade}"/>`

const teapot: Drawing = ({ main, shade, light }) => `${shadow(112)}
<path d="M288 196c48-10 66 24 40 62-14 20-34 30-52 30" fill="none" stroke="${shade}" stroke-width="18" stroke-linecap="round"/>
<path d="M122 228c-30-4-40-28-62-44l-14 14c18 20 28 70 74 78z" fill="${shade}"/>
<path d="M112 242c0-52 40-84 88-84s88 32 88 84c0 58-36 94-88 94s-88-36-88-94z" fill="${main}"/>
<path d="M134 214c10-24 32-38 58-40-30 14-44 40-46 76-10-10-16-22-12-36z" fill="${light}"/>
<path d="M140 168c8-22 34-34 60-34s52 12 60 34z" fill="${shade}"/><circle cx="200" cy="122" r="15" fill="${main}"/>`

const kurta: Drawing = ({ main, shade, light }) => `${shadow(92, 362)}
<path d="M152 66l-46 22-38 138 38 12 26-84-14 200h164l-14-200 26 84 38-12-38-138-46-22c-8 18-26 28-48 28s-40-10-48-28z" fill="${main}"/>
<path d="M68 226l38 12 7-22-39-12zM332 226l-38 12-7-22 39-12z" fill="${light}"/>
<path d="M132 154l-9 130-5 70h20z" fill="${shade}" opacity=".55"/><path d="M268 154l9 130 5 70h-20z" fill="${shade}" opacity=".55"/>
<path d="M152 66c8 18 26 28 48 28s40-10 48-28l-13-6c-6 13-19 20-35 20s-29-7-35-20z" fill="${light}"/>
<path d="M192 94h16v92h-16z" fill="${light}"/><path d="M119 332h162l1 22H118z" fill="${light}"/>
<path d="M119 318h163" stroke="${light}" stroke-width="4" stroke-dasharray="6 8"/>
${[112, 134, 156].map((y) => `<circle cx="200" cy="${y}" r="4.5" fill="${shade}"/>`).join('')}`

const bag: Drawing = ({ main, shade, light }) => `${shadow(104)}
<path d="M146 170c0-80 108-80 108 0" fill="none" stroke="${shade}" stroke-width="14"/>
<path d="M104 162h192l22 172H82z" fill="${main}"/><path d="M100 192h200l4 28H96z" fill="${light}"/>
${[0, 1, 2, 3, 4, 5].map((i) => `<path d="M${104 + i * 34} 262l17-18 17 18-17 18z" fill="${i % 2 ? light : shade}"/>`).join('')}`

const stool: Drawing = ({ main, shade, light }) => `${shadow(110, 346)}
<path d="M124 196l-26 148h22l30-148zM276 196l26 148h-22l-30-148z" fill="${shade}"/>
<path d="M112 276h176v16H112z" fill="${shade}"/><ellipse cx="200" cy="182" rx="118" ry="38" fill="${shade}"/>
<ellipse cx="200" cy="170" rx="118" ry="38" fill="${main}"/>
<path d="M110 168a90 26 0 0 1 180 0M138 170a62 17 0 0 1 124 0" fill="none" stroke="${light}" stroke-width="4"/>`

const jar: Drawing = ({ main, shade, light }) => `${shadow(92)}
<rect x="128" y="84" width="144" height="44" rx="8" fill="${shade}"/>
<path d="M136 128h128c22 18 32 40 32 66v104c0 24-14 38-38 38H142c-24 0-38-14-38-38V194c0-26 10-48 32-66z" fill="${main}"/>
<rect x="124" y="196" width="152" height="88" rx="6" fill="${light}"/>
<path d="M200 212c26 2 40 18 36 42-24 4-42-8-42-34z" fill="${shade}"/>
<path d="M188 236c-12 2-20 12-20 26 14 2 24-4 26-16z" fill="${main}"/>`

const bowl: Drawing = ({ main, shade, light }) => `${shadow(104)}
<path d="M84 190h232c0 80-48 132-116 132S84 270 84 190z" fill="${main}"/>
<ellipse cx="200" cy="190" rx="116" ry="30" fill="${shade}"/><ellipse cx="200" cy="194" rx="98" ry="21" fill="${light}"/>
<path d="M100 232c60 30 140 30 200 0l-8 22c-54 24-130 24-184 0z" fill="${light}"/><path d="M164 318h72l8 18h-88z" fill="${shade}"/>`

const cushion: Drawing = ({ main, shade, light }) => `${shadow(120, 322)}
<path d="M80 100c70 14 170 14 240 0-14 66-14 134 0 200-70-14-170-14-240 0 14-66 14-134 0-200z" fill="${main}"/>
<path d="M200 132l64 68-64 68-64-68z" fill="${light}"/><path d="M200 162l36 38-36 38-36-38z" fill="${shade}"/>
${[120, 280].flatMap((x) => [136, 264].map((y) => `<circle cx="${x}" cy="${y}" r="9" fill="${light}"/>`)).join('')}`

const earrings: Drawing = ({ main, shade, light }) =>
  [136, 264]
    .map(
      (x) => `<path d="M${x} 96v26" stroke="${shade}" stroke-width="7" stroke-linecap="round"/>
<circle cx="${x}" cy="138" r="17" fill="${main}"/><circle cx="${x}" cy="138" r="7" fill="${light}"/>
<path d="M${x - 46} 238c0-44 18-76 46-76s46 32 46 76z" fill="${main}"/><path d="M${x - 46} 238h92v14h-92z" fill="${shade}"/>
<path d="M${x - 26} 226c2-26 12-46 26-46s24 20 26 46z" fill="${light}"/>
${[-36, -12, 12, 36].map((dx) => `<circle cx="${x + dx}" cy="268" r="9" fill="${shade}"/>`).join('')}`,
    )
    .join('')

const notebook: Drawing = ({ main, shade, light }) => `${shadow(100, 344)}
<rect x="112" y="80" width="184" height="256" rx="10" fill="${shade}"/><rect x="104" y="74" width="184" height="256" rx="10" fill="${main}"/>
<rect x="104" y="74" width="30" height="256" rx="10" fill="${shade}"/>
<path d="M212 132c30 20 30 72 0 104-30-32-30-84 0-104z" fill="${light}"/>
<path d="M212 262c-30-8-54-34-54-66 32 0 54 28 54 66zM212 262c30-8 54-34 54-66-32 0-54 28-54 66z" fill="${light}" opacity=".75"/>`

const mug: Drawing = ({ main, shade, light }) => `${shadow(92)}
<path d="M272 166c56-10 66 92 0 100" fill="none" stroke="${shade}" stroke-width="20"/>
<path d="M112 126h168l-10 184c-2 18-14 26-32 26h-84c-18 0-30-8-32-26z" fill="${main}"/>
<ellipse cx="196" cy="128" rx="84" ry="20" fill="${shade}"/><ellipse cx="196" cy="132" rx="68" ry="13" fill="#5a3524"/>
<path d="M116 200h160l-2 34H118z" fill="${light}"/>
<path d="M168 84c-12-16 12-24 0-42M214 84c-12-16 12-24 0-42" fill="none" stroke="${light}" stroke-width="8" stroke-linecap="round"/>`

const scarf: Drawing = ({ main, shade, light }) => {
  const motif = (x: number, y: number) =>
    `<path d="M${x} ${y - 16}l16 16-16 16-16-16z" fill="${light}"/><circle cx="${x}" cy="${y}" r="5" fill="${shade}"/>`
  return `${shadow(124, 330)}
<rect x="78" y="236" width="244" height="92" rx="12" fill="${shade}"/><rect x="78" y="188" width="244" height="92" rx="12" fill="${main}"/>
<rect x="78" y="188" width="244" height="18" rx="9" fill="${light}" opacity=".6"/>
<rect x="78" y="116" width="244" height="112" rx="12" fill="${main}"/><rect x="78" y="116" width="244" height="14" rx="7" fill="${light}"/>
<path d="M90 148h220M90 210h220" stroke="${light}" stroke-width="4"/>${[112, 156, 200, 244, 288].map((x) => motif(x, 179)).join('')}
<path d="M96 328v18M116 328v18M136 328v18M156 328v18" stroke="${light}" stroke-width="5"/>`
}

export const DRAWINGS = {
  lamp,
  teapot,
  kurta,
  bag,
  stool,
  jar,
  bowl,
  cushion,
  earrings,
  notebook,
  mug,
  scarf,
} satisfies Record<string, Drawing>

export type DrawingName = keyof typeof DRAWINGS
