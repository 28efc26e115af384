/** The ten digits behind what people type: "+91 98765 43210", "098765-43210". */
export function typedPhone(text: string): string {
  const plain = text.replace(/[\s().-]/g, '')
  return plain.replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '')
}
