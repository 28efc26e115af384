/** The link in a mail. */
export const linkIn = ({ text = '' }: { text?: string | undefined }) => /https?:\S+#\S+/.exec(text)?.[0] ?? ''
