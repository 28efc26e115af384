import type { DrawingName, Palette } from './drawings.ts'

export interface DemoProduct {
  drawing: DrawingName
  palette: Palette
  views?: number
  fields: Record<string, unknown>
}

const BRASS: Palette = { ground: '#f4e6d2', main: '#c8953a', shade: '#97682a', light: '#ecc878' }
const CLAY: Palette = { ground: '#f3e3da', main: '#b4613f', shade: '#86432a', light: '#d98f6b' }
const INDIGO: Palette = { ground: '#e3e8f1', main: '#33508c', shade: '#22386a', light: '#c9d6ee' }
const LEAF: Palette = { ground: '#e6eee0', main: '#5d8a4f', shade: '#3f6636', light: '#dcebc9' }
const ROSE: Palette = { ground: '#f6e4e6', main: '#b8445e', shade: '#8a2d45', light: '#f0c2cb' }
const WOOD: Palette = { ground: '#efe8de', main: '#a9754a', shade: '#7a5030', light: '#cf9f72' }
const MANGO: Palette = { ground: '#faeecb', main: '#e0932a', shade: '#a8621b', light: '#fff2d3' }
const SEA: Palette = { ground: '#e0efee', main: '#3b8a88', shade: '#28625f', light: '#cdebe6' }

export const CATEGORIES = ['Clothing', 'For the home', 'Kitchen', 'Gifts', 'Jewellery'] as const

/** Oldest first. The store shows the newest first. */
export const PRODUCTS: readonly DemoProduct[] = [
  {
    drawing: 'jar',
    palette: MANGO,
    fields: {
      name: 'Andhra mango pickle',
      price: 320,
      shipping_cost: 60,
      stock: 48,
      description:
        'Raw mango cut by hand, cold-pressed sesame oil, mustard and Guntur chilli. Sun-cured for three weeks, as Sarojamma’s family has done it since 1962.\n\nKeeps for a year; use a dry spoon.',
      short_description: 'Sun-cured for three weeks',
      variations: ['250 g', '500 g', '1 kg'],
      categories: ['Kitchen', 'Gifts'],
    },
  },
  {
    drawing: 'stool',
    palette: WOOD,
    fields: {
      name: 'Teak stool',
      price: 3450,
      shipping_cost: 250,
      stock: 3,
      description:
        'Reclaimed teak, joined without a nail and finished with linseed oil. 45 cm high, carries 140 kg.',
      short_description: 'Reclaimed teak, no nails',
      categories: ['For the home'],
    },
  },
  {
    drawing: 'notebook',
    palette: LEAF,
    fields: {
      name: 'Handmade paper notebook',
      price: 280,
      stock: 120,
      description:
        'Eighty sheets of cotton-rag paper from Puducherry, stitched, with a cloth spine. Takes ink without bleeding.',
      short_description: 'Cotton-rag paper, stitched',
      colors: ['Leaf', 'Marigold', 'Indigo'],
      custom_questions: [{ question: 'Which name shall we stamp on the cover?', type: 'text' }],
      categories: ['Gifts'],
    },
  },
  {
    drawing: 'earrings',
    palette: BRASS,
    fields: {
      name: 'Jhumka earrings',
      price: 1190,
      current_price: 950,
      is_sale: true,
      stock: 9,
      description:
        'Brass bells with a warm gold wash, hollow and light: 11 g the pair. Hooks free of nickel.',
      short_description: 'Light brass bells, 11 g',
      categories: ['Jewellery', 'Gifts'],
    },
  },
  {
    drawing: 'bowl',
    palette: SEA,
    fields: {
      name: 'Khurja serving bowl',
      price: 890,
      shipping_cost: 90,
      stock: 0,
      description: 'Stoneware from Khurja, glazed in sea green. Safe in the microwave and the dishwasher.',
      short_description: 'Stoneware in sea green',
      categories: ['Kitchen', 'For the home'],
    },
  },
  {
    drawing: 'bag',
    palette: WOOD,
    fields: {
      name: 'Jute market bag',
      price: 450,
      stock: 64,
      description: 'Wide and strong, lined with cotton, with a pocket inside for keys. Carries 15 kg.',
      short_description: 'Carries 15 kg',
      colors: ['Natural', 'Indigo', 'Madder'],
      categories: ['Clothing', 'Gifts'],
    },
  },
  {
    drawing: 'cushion',
    palette: ROSE,
    fields: {
      name: 'Kantha cushion cover',
      price: 760,
      current_price: 640,
      is_sale: true,
      stock: 22,
      description:
        'Layers of old saris, quilted by hand in Bolpur. No two are alike. 40 by 40 cm, with a zip.',
      short_description: 'Quilted by hand in Bolpur',
      categories: ['For the home', 'Gifts'],
    },
  },
  {
    drawing: 'mug',
    palette: SEA,
    fields: {
      name: 'Mug with your picture',
      price: 399,
      shipping_cost: 50,
      stock: 200,
      description: 'Send us a picture and we fire it into the glaze. 330 ml, dishwasher-safe.',
      short_description: 'Your picture, fired into the glaze',
      custom_questions: [
        { question: 'The picture for your mug', type: 'image' },
        { question: 'A line to go under it', type: 'text' },
      ],
      categories: ['Kitchen', 'Gifts'],
    },
  },
  {
    drawing: 'scarf',
    palette: INDIGO,
    fields: {
      name: 'Ajrakh dupatta',
      price: 2150,
      stock: 14,
      description:
        'Block-printed by hand in Ajrakhpur with indigo and madder, through sixteen steps of washing and dyeing. Soft mulmul cotton, 2.5 m.',
      short_description: 'Block-printed in Ajrakhpur',
      categories: ['Clothing'],
    },
  },
  {
    drawing: 'teapot',
    palette: CLAY,
    views: 2,
    fields: {
      name: 'Terracotta teapot',
      price: 1250,
      shipping_cost: 80,
      stock: 2,
      description:
        'Thrown on the wheel in Bishnupur and fired in wood. Holds 700 ml, enough for four small glasses; the spout pours without a drop.\n\nSeason it once with warm milk. Not for the stove.',
      short_description: 'Wood-fired, pours without a drop',
      categories: ['Kitchen', 'For the home'],
    },
  },
  {
    drawing: 'kurta',
    palette: INDIGO,
    views: 2,
    fields: {
      name: 'Handloom cotton kurta',
      price: 1899,
      current_price: 1499,
      is_sale: true,
      stock: 37,
      description:
        'Woven on pit looms in Maheshwar from cotton that breathes in the heat and softens with every wash. Straight cut, side slits, coconut buttons.\n\nWash cold with like colours.',
      short_description: 'Woven on pit looms in Maheshwar',
      size: ['S', 'M', 'L', 'XL'],
      colors: ['Indigo', 'Madder', 'Ivory'],
      categories: ['Clothing'],
      internal_note: 'Loom 4 is slower this month; promise ten days for XL.',
    },
  },
  {
    drawing: 'lamp',
    palette: BRASS,
    views: 3,
    fields: {
      name: 'Brass diya lamp',
      price: 899,
      shipping_cost: 70,
      stock: 18,
      description:
        'Cast in sand by the Moosari family in Swamimalai and polished by hand. Burns four hours on one filling of oil. 14 cm high, 620 g.',
      short_description: 'Cast in sand, polished by hand',
      variations: ['One lamp', 'Pair'],
      categories: ['For the home', 'Gifts'],
    },
  },
]
