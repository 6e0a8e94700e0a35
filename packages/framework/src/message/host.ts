/** Whether a text is a host, with or without a port, that makes an address and no other one than it seems. */
export function isHost(text: string): boolean {
  // Some of these would end the host, and a URL leaves out the others.
  return !/[\s/?#@\\]/u.test(text) && URL.canParse(`http://${text}`)
}
