import styles from './developer.module.css'

/** Preformatted text: exactly what a program sent or receives. */
export const Verbatim = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
  <pre className={styles.verbatim} tabIndex={0}>
    {children}
  </pre>
)
