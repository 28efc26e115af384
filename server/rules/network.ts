/** Whether a host name or address is this machine's own, so that plain HTTP to it never leaves the machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|(\[?::ffff:127(\.\d{1,3}){3}\]?))$/i.test(host)
