/** In Node's messages and codes for a server's certificate that it does not accept. */
const CERTIFICATE = /\bcertificate\b(?! required)|CERT_|_CERT|LEAF_SIGNATURE/

/** What to do if a server was left for its certificate; undefined for other failures. */
export const certificateFix = (says: string, setting: string): string | undefined =>
  CERTIFICATE.test(says)
    ? `That server's certificate must be valid, and for the name in ${setting}. If it is from an authority of your own, set NODE_EXTRA_CA_CERTS to the PEM file of that authority.`
    : undefined
