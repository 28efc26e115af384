/** The code examples of /docs, as copied from the page. */
export async function shownExamples({ url }: { url: string }): Promise<string[]> {
  const page = await (await fetch(`${url}/docs`)).text()
  return [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, text]) => plainText(text!))
}

export const plainText = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
