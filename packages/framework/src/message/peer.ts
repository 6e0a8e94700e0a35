/** The other end of a connection. */
export interface Peer {
  readonly address: string | undefined
  readonly secure: boolean
  /** As it was asked for, with its port; may be empty. */
  readonly host: string
}
