import styles from './developer.module.css'

/** What a program said or is told, letter by letter. */
export const Verbatim = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
  <pre className={styles.verbatim} tabIndex={0}>
    {children}
  </pre>
)
