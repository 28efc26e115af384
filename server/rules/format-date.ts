const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** "14 Nov 2026, 4:05 pm", in Indian time. */
export function formatDate(at: number): string {
  const part = Object.fromEntries(PARTS.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod?.toLowerCase()}`
}
