/**
 * The keys that configure a connection, for error messages. The keys of certificates append `_CA`, `_CERT` or `_KEY` to
 * `tls`.
 */
export interface ConnectionKeys {
  readonly url: string
  /** The key of the host; undefined if the address is configured only with `url`. */
  readonly host?: string
  readonly port?: string
  readonly user: string
  readonly password: string
  readonly tls: string
}

/**
 * Explains from a driver error why a server could not be used, and which keys to set. Returns
 * undefined if no explanation matches the error.
 */
export function explainFailure(error: unknown, keys: ConnectionKeys): string | undefined {
  const text = textOf(error)
  return explanations.find(([pattern]) => pattern.test(text))?.[1](keys)
}

type Explanation = readonly [pattern: RegExp, explain: (keys: ConnectionKeys) => string]

/**
 * Explanations for error codes of TLS, the operating system and database servers, and for driver messages without a
 * code.
 */
const explanations: readonly Explanation[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|self.signed certificate/u,
    ({ tls }) =>
      `its certificate is from a CA that is not known here. Set ${tls}_CA to the certificate of the CA.`,
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/u,
    ({ host, url, tls }) =>
      host === undefined
        ? `its certificate is for another host. Put host names from the certificate into ${url}, or set ${tls}=verify-ca.`
        : `its certificate is for another host. Put a host name from the certificate into ${url} or ${host}, or set ${tls}=verify-ca.`,
  ],
  [/CERT_HAS_EXPIRED|certificate has expired/u, () => 'its certificate has expired. Renew it.'],
  [/CERT_NOT_YET_VALID/u, () => 'its certificate is not valid yet. Check the clocks.'],
  [
    /does not support SSL|HANDSHAKE_NO_SSL_SUPPORT|WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/u,
    ({ tls }) => `it does not offer TLS. Enable TLS there, or set ${tls}=disable.`,
  ],
  [
    /CERTIFICATE_REQUIRED|requires a valid client certificate|HANDSHAKE_FAILURE/u,
    ({ tls }) => `it requires a client certificate. Set ${tls}_CERT and ${tls}_KEY.`,
  ],
  [
    /unsupported startup parameter/u,
    () =>
      'it is a pooler that refuses a query timeout. Remove the timeout from the configuration, and set it for the database user.',
  ],
  [
    /no encryption|ER_SECURE_TRANSPORT_REQUIRED|\b3159\b/u,
    ({ tls }) => `it accepts only connections with TLS. Set ${tls}=verify.`,
  ],
  [
    /sentinels .*(?:WRONGPASS|NOAUTH|NOPERM)/u,
    () =>
      'the sentinels refused the user or the password. Correct REDIS_SENTINEL_USER and REDIS_SENTINEL_PASSWORD.',
  ],
  [
    /ER_ACCESS_DENIED_ERROR/u,
    ({ url, user, password, tls }) =>
      `it refused the user or the password. Correct ${url}, or ${user} and ${password}. If the user requires a client certificate, set ${tls}_CERT and ${tls}_KEY.`,
  ],
  [
    /\b28P01\b|\b28000\b|WRONGPASS|NOAUTH/u,
    ({ url, user, password }) =>
      `it refused the user or the password. Correct ${url}, or ${user} and ${password}.`,
  ],
  [
    /NOPERM/u,
    ({ url, user, password }) =>
      `the user lacks a permission. Grant it, or correct ${url}, or ${user} and ${password}.`,
  ],
  [
    /\b3D000\b|ER_BAD_DB_ERROR/u,
    ({ url }) => `it has no such database. Create it, or correct the name in ${url}.`,
  ],
  [/cluster support disabled/u, () => 'it is not a cluster. Set REDIS_URL, not REDIS_CLUSTER.'],
  [/\bMOVED \d|CROSSSLOT/u, () => 'it is part of a cluster. Set REDIS_CLUSTER, not REDIS_URL.'],
  [
    /No such master with that name/u,
    () => 'the sentinels have no primary of that name. Correct REDIS_SENTINEL_NAME.',
  ],
  [
    /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|timeout|timed out|Connection is closed|MaxRetriesPerRequest|max retries per request|startup nodes|slots cache|Cluster redirections|sentinels are unreachable/u,
    ({ url, host, port }) =>
      host === undefined
        ? `it does not respond. Start it, or correct ${url}.`
        : `it does not respond. Start it, or correct ${url}, or ${host} and ${port}.`,
  ],
]

/** Returns the codes and messages of an error and its causes. */
function textOf(error: unknown): string {
  let text = ''
  for (
    let each = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  ) {
    const { code = '', errno = '' } = each as { readonly code?: unknown; readonly errno?: unknown }
    text += ` ${String(code)} ${String(errno)} ${each.message}`
  }
  return text
}
