import type { OrderStatus } from './order-status.ts'

/**
 * The design tokens and words shared by customer pages, dashboard, mails and documentation. A test checks that every
 * text colour has a contrast of at least 4.5 with the backgrounds it is used on.
 */
export interface Palette {
  /** Behind everything, and behind cards and fields. */
  page: string
  surface: string
  line: string
  /** Text, and secondary text. */
  ink: string
  quiet: string
  /** The one accent: links and buttons, the same when pressed, a faint background, and text on the accent. */
  accent: string
  accentPressed: string
  accentTint: string
  onAccent: string
}

export const LIGHT: Palette = {
  page: '#FAF9F7',
  surface: '#FFFFFF',
  line: '#E6E3DE',
  ink: '#1F2328',
  quiet: '#5D6067',
  accent: '#B54C16',
  accentPressed: '#963D0F',
  accentTint: '#FBF1EA',
  onAccent: '#FFFFFF',
}

export const DARK: Palette = {
  page: '#191817',
  surface: '#222120',
  line: '#3B3936',
  ink: '#ECE9E4',
  quiet: '#ACA79F',
  accent: '#F2955F',
  accentPressed: '#FFB185',
  accentTint: '#33241B',
  onAccent: '#221007',
}

/** A state is shown in its colour on its tint, always with its words beside it. */
export type Tone = OrderStatus | 'failure'

export const LIGHT_TONES: Record<Tone, { ink: string; tint: string }> = {
  started: { ink: '#1D5FA8', tint: '#E9F1FA' },
  processing: { ink: '#855600', tint: '#FDF3DC' },
  dispatched: { ink: '#6A3FB5', tint: '#F2ECFB' },
  delivered: { ink: '#1E7039', tint: '#E6F4EA' },
  cancelled: { ink: '#5B5E64', tint: '#F0EFEC' },
  failure: { ink: '#B3261E', tint: '#FCEDEB' },
}

export const DARK_TONES: Record<Tone, { ink: string; tint: string }> = {
  started: { ink: '#93C0F5', tint: '#1B2A3A' },
  processing: { ink: '#EBC06A', tint: '#332A14' },
  dispatched: { ink: '#C9B0F7', tint: '#2B2140' },
  delivered: { ink: '#86D19D', tint: '#17301F' },
  cancelled: { ink: '#BDB8B0', tint: '#2D2B29' },
  failure: { ink: '#FFA79E', tint: '#3B1F1C' },
}

/** What people read for each status; the API uses the status itself. */
export const STATUS_WORDS: Record<OrderStatus, string> = {
  started: 'Order received',
  processing: 'Being prepared',
  dispatched: 'On the way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

/** Pixels. Three sizes of text, two of headings. */
export const TEXT_SIZES = { small: 14, body: 16, large: 18, heading: 22, title: 30 } as const
export const RADIUS = 8
export const SHADOW = '0 1px 2px rgb(31 35 40 / 6%), 0 4px 16px rgb(31 35 40 / 6%)'
export const MOTION_MS = 120
