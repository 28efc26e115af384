import type { ReturnAddress } from '#contract/dashboard/orders.ts'
import { useStore } from '../../session.ts'

/** Who sends a parcel, and where it goes back to. An instance of the previous version sends no return address. */
export function Sender({ returnAddress }: { returnAddress: ReturnAddress | undefined }) {
  const { name } = useStore()
  const lines = [returnAddress?.address, returnAddress?.phone].filter(Boolean).join('\n')
  return (
    <div>
      <strong>{name}</strong>
      {lines && <p className="own-lines soft small">{lines}</p>}
    </div>
  )
}
