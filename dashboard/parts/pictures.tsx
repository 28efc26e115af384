import type { ReactNode } from 'react'

const PICTURES = {
  shelf: (
    <>
      <path d="M14 84h92M22 84V24h76v60M22 54h76" />
      <path
        d="M32 54V40h12v14M52 54V36h10v18M74 54a7 7 0 1 1 12 0M34 84V68h18v16M64 84V72h22v12"
        fill="var(--haat-accent-tint)"
      />
    </>
  ),
  parcel: (
    <>
      <path d="M24 40 60 22l36 18v38L60 96 24 78z" fill="var(--haat-accent-tint)" />
      <path d="M24 40l36 18 36-18M60 58v38M42 31l36 18v14" />
    </>
  ),
  labels: (
    <>
      <path d="M22 30h34l20 20-34 34-20-20z" fill="var(--haat-accent-tint)" />
      <path d="M32 42h.1M66 30l32 32-26 26" />
    </>
  ),
  wires: (
    <>
      <rect x="16" y="42" width="28" height="28" rx="6" fill="var(--haat-accent-tint)" />
      <rect x="78" y="22" width="28" height="22" rx="6" />
      <rect x="78" y="68" width="28" height="22" rx="6" />
      <path d="M44 50c18 0 14-17 34-17M44 62c18 0 14 17 34 17" />
    </>
  ),
  people: (
    <>
      <circle cx="44" cy="42" r="13" fill="var(--haat-accent-tint)" />
      <path d="M20 88c0-18 11-26 24-26s24 8 24 26M80 32a12 12 0 0 1 0 23M84 64c11 2 17 11 17 24" />
    </>
  ),
  ledger: (
    <>
      <path d="M30 20h54a6 6 0 0 1 6 6v68H36a6 6 0 0 1-6-6z" fill="var(--haat-accent-tint)" />
      <path d="M42 38h34M42 52h34M42 66h20" />
    </>
  ),
  lens: (
    <>
      <circle cx="54" cy="50" r="26" fill="var(--haat-accent-tint)" />
      <path d="m74 70 22 22M44 50h20" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type PictureName = keyof typeof PICTURES

export function Picture({ name }: { name: PictureName }) {
  return (
    <svg
      aria-hidden="true"
      width="120"
      height="110"
      viewBox="0 0 120 110"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {PICTURES[name]}
    </svg>
  )
}
