/** The pages that the command line names, or all. Where one does not exist, says so and chooses none. */
export function chosenPages(all: readonly string[]): readonly string[] {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length === 0) return wanted.length > 0 ? wanted : all
  console.error(`No page is called "${unknown.join('" or "')}". There are: ${all.join(', ')}`)
  process.exitCode = 1
  return []
}
