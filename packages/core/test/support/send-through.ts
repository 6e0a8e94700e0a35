import { request, type Agent } from 'node:http'

/** Sends a request by an agent. Resolves to the text of the response, and rejects if it is not complete. */
export function sendThrough(agent: Agent, address: URL, method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    const sentRequest = request(address, { agent, method }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.once('end', () => resolve(text))
      response.once('error', reject)
    })
    sentRequest.once('error', reject)
    sentRequest.end()
  })
}
